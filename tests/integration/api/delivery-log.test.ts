import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryPageAnswer } from '#platform/contracts/api/answers.ts';
import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { createDelivery } from '#platform/delivery-records.ts';
import { createJobId } from '#platform/job-records.ts';
import { readAll } from '#platform/read-stream.ts';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import { keysOf } from '#tests/fixtures/jobs.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { arrived, deliveryClient, DELIVERS_HERE, jobOf, PATIENCE } from '#tests/support/delivery-client.ts';

let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  server = await startWebServer(
    { ...DELIVERS_HERE, WEBHOOK_SECRET: createWebhookSecret() },
    { worker: true },
  );
  photo = new Uint8Array(await jpegFile());
});
afterAll(() => server.close());
const { send, deliveriesOf } = deliveryClient(
  () => server,
  () => photo,
);

describe('a webhook', () => {
  it('is sent once more when its client asks for it, after the job was forgotten too', async () => {
    const receiver = await startReceiver();
    const { id } = await jobOf(await send({ fields: { webhook: receiver.url } }));
    await arrived(receiver);
    await expect.poll(async () => (await deliveriesOf(id))[0]?.state, PATIENCE).toBe('delivered');
    await server.platform.objects.delete([`outcomes/${id}.json`]);
    const again = await fetch(`${server.url}/api/jobs/${id}/deliveries/webhook/resend`, { method: 'POST' });
    expect(again.status).toBe(202);
    expect(again.headers.get('ratelimit-policy')).toMatch(/^"files";/);
    expect(await again.json()).toMatchObject({ id: 'webhook-2', state: 'pending' });
    await arrived(receiver, 2);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(ids[1]).toBe(ids[0]);
  });

  it('is in the list of its account, newest first, until its job is deleted', async () => {
    const receiver = await startReceiver();
    const session = {
      Authorization: `Bearer ${await signIn(server.url, { email: 'list@example.org', name: 'List' })}`,
    };
    const page = async (query = '') =>
      (await (
        await fetch(`${server.url}/api/deliveries${query}`, { headers: session })
      ).json()) as DeliveryPageAnswer;
    expect(await page()).toEqual({ deliveries: [] });
    const ids: string[] = [];
    for (let made = 0; made < 2; made += 1) {
      const fields = { webhook: `${receiver.url}/a-secret-path` };
      ids.unshift((await jobOf(await send({ fields, headers: session }))).id);
      await arrived(receiver, made + 1);
    }
    const { deliveries, next } = await page();
    expect(deliveries.map(({ jobId }) => jobId)).toEqual(ids);
    expect(next).toBeUndefined();
    expect(deliveries[0]).toMatchObject({ id: 'webhook', receiver: receiver.url });
    expect(JSON.stringify(deliveries)).not.toContain('a-secret-path');
    // Of more than a page.
    for (let made = 2; made <= 25; made += 1)
      await server.platform.objects
        .find(`deliveries/${ids[1]!}/webhook.json`)
        .then(
          async (stored) => JSON.parse((await readAll(stored!.body, 99_999)).toString()) as DeliveryRecord,
        )
        .then((record) => ({
          ...record,
          jobId: createJobId(),
          createdAt: new Date(made * 1_000).toISOString(),
        }))
        .then((record) => createDelivery(server.platform.objects, record));
    const first = await page();
    expect(first.deliveries).toHaveLength(25);
    const second = await page(`?${new URLSearchParams({ before: first.next! }).toString()}`);
    expect(second.deliveries.map(({ createdAt }) => createdAt)).toEqual([new Date(2_000).toISOString()]);
    expect(second.next).toBeUndefined();
    expect((await fetch(`${server.url}/api/deliveries?before=no`, { headers: session })).status).toBe(400);
    const other = { Authorization: `Bearer ${await signIn(server.url)}` };
    expect(await (await fetch(`${server.url}/api/deliveries`, { headers: other })).text()).not.toContain(
      ids[0],
    );
    await fetch(`${server.url}/api/jobs/${ids[0]!}`, { method: 'DELETE', headers: session });
    expect((await page()).deliveries[0]?.jobId).toBe(ids[1]);
    expect((await keysOf(server.platform, 'deliveries-of/')).join()).not.toContain(ids[0]);
  });

  it('is forgotten with its job', async () => {
    const receiver = await startReceiver((response) => response.writeHead(503).end());
    const { id } = await jobOf(await send({ fields: { webhook: receiver.url } }));
    await expect.poll(async () => (await deliveriesOf(id))[0]?.attempts.length, PATIENCE).toBe(1);
    expect((await fetch(`${server.url}/api/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await keysOf(server.platform, `deliveries/${id}/`)).toEqual([]);
    expect((await fetch(`${server.url}/api/jobs/${id}/deliveries`)).status).toBe(404);
  });
});
