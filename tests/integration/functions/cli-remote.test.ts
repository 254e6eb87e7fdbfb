import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { detectKind } from '#engine/index.ts';
import { createRemoteRunner } from '#functions/cli/remote-runner.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { picture } from '../../../bench/sample-pictures.ts';

let server: RunningServer;
beforeAll(async () => void (server = await startWebServer({}, { worker: true })));
afterAll(() => server.close());

async function openRunner(url = server.url) {
  const folder = temporaryFolder();
  const input = join(folder, 'ein Bild.png');
  writeFileSync(input, await picture('png', 64, 48));
  const runner = await createRemoteRunner({ url }, 1);
  onTestFinished(() => runner.close());
  const { signal } = new AbortController();
  return { input, run: () => runner.run({ input, options: { preset: 'small' }, signal }) };
}

/** A proxy that spoils the first calls of each kind: the line breaks, then the server is busy. */
async function startBadLine(): Promise<string> {
  const seen = new Map<string, number>();
  const proxy = createServer((incoming, outgoing) => {
    const kind = `${incoming.method} ${incoming.url!.replace(/jobs\/[^/]+/, 'jobs/ID')}`;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    if (count === 1) return void incoming.socket.destroy();
    if (count === 2) return void outgoing.writeHead(503, { 'retry-after': '1' }).end('{"error":"busy"}');
    const { method, headers, url } = incoming;
    const there = forward(server.url + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(there);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await new Promise((resolve) => proxy.once('listening', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

describe('a server that compresses for the command line', () => {
  it('gives the result and the report, and keeps nothing', async () => {
    const { run } = await openRunner();
    const { path, report } = await run();
    const bytes = readFileSync(path);
    expect(detectKind(bytes)).toBe('png');
    expect(report).toMatchObject({ preset: 'small', kind: 'png', outputBytes: bytes.length });
    for (const prefix of ['uploads/', 'results/'] as const)
      await expect.poll(() => server.keys(prefix)).toEqual([]);
  });

  it('is tried again over a bad line', async () => {
    const { run } = await openRunner(await startBadLine());
    const { path } = await run();
    expect(detectKind(readFileSync(path))).toBe('png');
  });

  it('says why it refuses a file', async () => {
    const { input, run } = await openRunner();
    writeFileSync(input, readFileSync(input).subarray(0, 60));
    await expect(run()).rejects.toMatchObject({ name: 'RemoteError', code: 'damaged' });
  });
});
