import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { DELIVERS_HERE } from '#tests/support/delivery-client.ts';

let server: RunningServer;
let photo: Buffer;
beforeAll(async () => {
  server = await startWebServer(DELIVERS_HERE, { worker: true });
  photo = await jpegFile();
});
afterAll(() => server.close());

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/api/compress`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
const errorOf = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as { code: string; error: string }),
});

it('compresses a file by its address, with options beside it', async () => {
  const elsewhere = await startReceiver((response) => response.end(photo));
  const answer = await post({ url: `${elsewhere.url}/holiday.jpg`, preset: 'small', target: 200_000 });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Disposition')).toContain('featherpress_holiday.jpg');
  expect(Number(answer.headers.get('X-Original-Size'))).toBe(photo.length);
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(photo.length);
  expect(await server.keys('uploads/')).toEqual([]);
});

it('fetches a file once for requests with one key', async () => {
  const elsewhere = await startReceiver((response) => response.end(photo));
  const key = { 'Idempotency-Key': 'fetch-once' };
  const [first, second] = [
    await post({ url: elsewhere.url, name: 'a.jpg', keep: ['date'] }, key),
    await post({ url: elsewhere.url, name: 'a.jpg', keep: ['date'] }, key),
  ];
  expect(second.headers.get('X-Job-Id')).toBe(first.headers.get('X-Job-Id'));
  expect(second.headers.get('Idempotent-Replayed')).toBe('true');
  expect(elsewhere.requests).toHaveLength(1);
  expect(await errorOf(await post({ url: `${elsewhere.url}/b` }, key))).toMatchObject({ status: 422 });
});

it.each([
  ['no address', {}, 400, 'missing-file'],
  ['an address that is none', { url: 'photo.jpg' }, 400, 'invalid-request'],
  ['a private address', { url: 'https://10.0.0.1/a.jpg' }, 400, 'invalid-request'],
  ['an unknown option', { url: 'https://example.org/a.jpg', quality: 80 }, 400, 'invalid-request'],
  ['a name without an address', { url: 'https://name.invalid/a.jpg' }, 422, 'source-failed'],
])('refuses %s, and keeps nothing', async (_what, body, status, code) => {
  expect(await errorOf(await post(body))).toMatchObject({ status, code });
  expect(await server.keys('uploads/')).toEqual([]);
});

it('lets go of a server whose file is none, at once', async () => {
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const elsewhere = await startReceiver((response) => {
    response.once('close', close);
    // It sends no end.
    response.write('just a text, and a long one. '.repeat(100));
  });
  const answer = await post({ url: `${elsewhere.url}/a.jpg` });
  expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'unsupported-type' });
  await closed;
}, 20_000);

it('fetches nothing for a client on another machine without an account', async () => {
  const elsewhere = await startReceiver((response) => response.end(photo));
  const answer = await post({ url: elsewhere.url }, { 'X-Forwarded-For': '203.0.113.7' });
  expect(await errorOf(answer)).toMatchObject({ status: 401, code: 'unauthorized' });
  expect(elsewhere.requests).toHaveLength(0);
});
