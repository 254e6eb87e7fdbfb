import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { tusMetadata, tusRequests } from '#tests/fixtures/tus-requests.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { deliveryClient, DELIVERS_HERE, jobOf, type Sending } from '#tests/support/delivery-client.ts';

let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  server = await startWebServer({ ...DELIVERS_HERE, WEBHOOK_SECRET: createWebhookSecret() });
  photo = new Uint8Array(await jpegFile());
});
afterAll(() => server.close());
const { send } = deliveryClient(
  () => server,
  () => photo,
);

const tus = tusRequests(() => server.url);

describe('what is refused', () => {
  const good = 'https://example.org/hook';

  it.each<[string, Sending, string]>([
    [
      'an answer that is waited for',
      { fields: { webhook: good }, headers: { Prefer: '' } },
      'Prefer: respond-async',
    ],
    ['an option given twice', { query: { webhook: good }, fields: { webhook: good } }, 'more than once'],
    [
      'an option and its header',
      { query: { resultUrl: good }, headers: { 'X-Result-URL': good } },
      'more than once',
    ],
    ['a private address', { fields: { webhook: 'https://10.0.0.1/' } }, 'on the public internet'],
    [
      'the metadata of a cloud',
      { fields: { resultUrl: 'http://169.254.169.254/latest' } },
      'on the public internet',
    ],
    ['no address', { fields: { webhook: 'hooks' } }, 'starts with https://'],
    ['a password', { fields: { webhook: 'https://a:b@example.org/' } }, 'without a user name'],
    [
      'one address for several files',
      { path: '/api/compress/batch', fields: { resultUrl: good } },
      'one by one',
    ],
    ['a misspelt name', { fields: { webhok: good } }, 'There is no option "webhok"'],
    ['an address of 5 000 characters', { fields: { webhook: `${good}?${'a'.repeat(5_000)}` } }, 'too long'],
  ])('%s', async (_what, sending, text) => {
    const before = await server.keys('uploads/');
    const answer = await send(sending);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toContain(text);
    expect(await server.keys('uploads/')).toEqual(before);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['in Upload-Metadata', '', tusMetadata({ webhook: 'https://10.0.0.1/' }), 'on the public internet'],
    ['as a header', '', { 'X-Result-URL': 'http://169.254.169.254/latest' }, 'on the public internet'],
    ['in the query', '?webhook=hooks', {}, 'starts with https://'],
    ['twice', `?webhook=${good}`, tusMetadata({ webhook: good }), 'more than once'],
  ])('an address of a resumable upload %s', async (_where, query, headers, text) => {
    const answer = await tus.create(photo.length, headers, query);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toContain(text);
    expect(await server.keys('partials/')).toEqual([]);
  });

  it('shows no address to who asks how far an upload is', async () => {
    const metadata = tusMetadata({ filename: 'a.jpg', webhook: `${good}?token=secret`, preset: 'small' });
    const asked = await tus.head(await tus.created(photo.length, metadata));
    expect(asked.headers.get('upload-metadata')).toBe(
      tusMetadata({ filename: 'a.jpg', preset: 'small' })['Upload-Metadata'],
    );
  });

  it('takes an empty option for none', async () => {
    const answer = await send({ fields: { webhook: '', resultUrl: '' } });
    expect((await jobOf(answer)).delivery).toBeUndefined();
  });
});

describe('clients without an account', () => {
  it('have nothing delivered by a server that others can reach, unless its operator allows it', async () => {
    const strict = await startWebServer({ HOST: '127.0.0.1', DELIVERY_ANONYMOUS: 'off', DEMO_SIGN_IN: 'on' });
    try {
      const ask = async (headers: Record<string, string>) => {
        const form = new FormData();
        form.append('webhook', 'https://example.org/');
        form.append('file', new Blob([photo]), 'a.jpg');
        const init = { method: 'POST', body: form, headers: { Prefer: 'respond-async', ...headers } };
        const answer = await fetch(`${strict.url}/api/compress`, init);
        return { status: answer.status, ...((await answer.json()) as { error?: string }) };
      };
      expect(await ask({})).toMatchObject({
        status: 401,
        error: expect.stringContaining('with an account') as string,
      });
      const Authorization = `Bearer ${await signIn(strict.url)}`;
      // And without a secret nothing can be signed.
      expect(await ask({ Authorization })).toMatchObject({
        status: 400,
        error: expect.stringContaining('WEBHOOK_SECRET') as string,
      });
      const secrets = await fetch(`${strict.url}/api/webhooks/secrets`, { headers: { Authorization } });
      expect(secrets.status).toBe(404);
    } finally {
      await strict.close();
    }
  });
});
