import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createSqsClient } from '#platform/adapters/aws/aws-clients.ts';
import { SqsJobQueue } from '#platform/adapters/aws/sqs-job-queue.ts';

/** An address that takes connections and never answers. */
async function hangingService(): Promise<string> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('takes a queue that hangs for away, without cutting its polls short', async () => {
  const endpoint = await hangingService();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = createSqsClient({ region: 'us-east-1', endpoint, credentials }, 100);
  const queue = new SqsJobQueue(client, `${endpoint}/000000000000/jobs`);
  onTestFinished(() => client.destroy());
  const leave = new AbortController();
  let pollEnded = false;
  const poll = queue
    .receive({ max: 1, waitSeconds: 20, signal: leave.signal })
    .finally(() => (pollEnded = true));
  await expect(queue.depth()).rejects.toThrow(/tim/i);
  expect(pollEnded).toBe(false);
  leave.abort();
  expect(await poll).toEqual([]);
});

it('lets calls of a queue that is away fail at once, and goes on when it is back', async () => {
  let isBack = false;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.once('data', () => {
      if (isBack)
        socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\n\r\n{"Attributes":{}}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = createSqsClient({ region: 'us-east-1', endpoint, credentials }, 200);
  onTestFinished(() => client.destroy());
  const ask = () => client.send(new GetQueueAttributesCommand({ QueueUrl: `${endpoint}/000000000000/jobs` }));
  await expect(Promise.all([ask(), ask()])).rejects.toThrow(/tim/i);
  await expect.poll(() => ask().catch((error: Error) => error.message)).toMatch(/away/);
  const before = connections;
  for (let call = 0; call < 20; call += 1) await ask().catch(() => {});
  expect(connections - before).toBeLessThan(5);
  isBack = true;
  await expect
    .poll(() =>
      ask().then(
        () => 'back',
        () => 'away',
      ),
    )
    .toBe('back');
});
