import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import {
  FeatherpressError,
  parseWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from '#functions/client/index.ts';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';

const secret = createWebhookSecret();
const event = {
  type: 'job.completed',
  timestamp: '2026-11-21T02:12:51.000Z',
  data: { id: 'a', status: 'completed' },
};
const body = JSON.stringify(event);
const seconds = (offset = 0) => Math.floor(Date.now() / 1000) + offset;

/** Headers by the library of the specification. */
function headersOf(
  given: { secret?: string; body?: string; id?: string; at?: number } = {},
): Record<string, string> {
  const { id = 'msg_1', at = seconds() } = given;
  const signature = new Webhook(given.secret ?? secret).sign(id, new Date(at * 1000), given.body ?? body);
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature };
}

/** Why a webhook is refused. */
async function refusal(headers: WebhookHeaders, secrets: string | readonly string[] = secret, sent = body) {
  const error: unknown = await verifyWebhook({ headers, body: sent }, secrets).then(
    () => 'believed',
    (reason: unknown) => reason,
  );
  if (error instanceof FeatherpressError) return [error.code, error.message];
  return error;
}

const fits = ['invalid-webhook', expect.stringContaining('no signature of it fits')];

describe('parseWebhook', () => {
  it.each<[string, () => WebhookHeaders]>([
    ['Headers', () => new Headers(headersOf())],
    ['headers of Node', () => headersOf()],
    [
      'headers in another case',
      () =>
        Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    [
      'headers as lists',
      () => Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name, [value]])),
    ],
  ])('reads what the library of the specification has signed, with %s', async (_, headers) => {
    const expected = { id: 'msg_1', ...event };
    expect(await parseWebhook({ headers: headers(), body }, secret)).toEqual(expected);
  });

  it('takes a body as text, bytes of a larger buffer and an ArrayBuffer, in any alphabet', async () => {
    const text = JSON.stringify({ ...event, data: { error: 'Größe 太大 🙂' } });
    const bytes = Buffer.concat([Buffer.from('..'), Buffer.from(text)]).subarray(2);
    const headers = headersOf({ body: text });
    for (const each of [text, bytes, new Uint8Array(bytes), new Uint8Array(bytes).buffer])
      expect((await parseWebhook({ headers, body: each }, secret)).data).toEqual({ error: 'Größe 太大 🙂' });
  });

  it('takes any of several secrets and any of several signatures', async () => {
    const [old, other] = [createWebhookSecret(), createWebhookSecret()];
    const both = headersOf();
    both['webhook-signature'] =
      `v1a,c29tZXRoaW5n ${headersOf({ secret: old })['webhook-signature']!} ${both['webhook-signature']!}`;
    for (const secrets of [secret, [secret], [other, old], secret.replace('whsec_', '')])
      expect(await refusal(both, secrets)).toBe('believed');
    expect(await refusal(both, [other])).toEqual(fits);
  });

  it('refuses a body that is signed and no JSON', async () => {
    const headers = headersOf({ body: 'Hello' });
    await expect(parseWebhook({ headers, body: 'Hello' }, secret)).rejects.toMatchObject({
      code: 'invalid-webhook',
    });
  });
});

describe('the receiver in docs/api.md', () => {
  it('answers a webhook of ours with 204, another with 400, and blames nobody for a wrong secret', async () => {
    const { receive } = await receiverOfDocs();
    const request = (headers: Record<string, string>) =>
      new Request('https://example.org/hooks', { method: 'POST', headers, body });
    const log = vi.spyOn(console, 'log').mockReturnValue();
    expect((await receive(request(headersOf()), secret)).status).toBe(204);
    expect(log).toHaveBeenCalledExactlyOnceWith('msg_1', 'job.completed', event.data);
    const forged = await receive(request({ ...headersOf(), 'webhook-id': 'msg_2' }), [secret]);
    expect([forged.status, await forged.text()]).toEqual([400, expect.stringContaining('no signature')]);
    await expect(receive(request(headersOf()), 'whsec_')).rejects.toThrow(TypeError);
    log.mockRestore();
  });
});

interface DocumentedReceiver {
  receive(request: Request, secrets: string | readonly string[]): Promise<Response>;
}

/** The program as the page shows it, with the client of the sources. */
async function receiverOfDocs(): Promise<DocumentedReceiver> {
  const page = await readFile('docs/api.md', 'utf8');
  const [, program = ''] = /```js\n(import \{ parseWebhook \}[\s\S]*?)```/.exec(page) ?? [];
  const client = pathToFileURL('functions/client/index.ts').href;
  const code = program.replace("'featherpress/client'", JSON.stringify(client));
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  return (await import(/* @vite-ignore */ address)) as DocumentedReceiver;
}

describe('verifyWebhook', () => {
  it.each<[string, () => WebhookHeaders]>([
    ['another secret', () => headersOf({ secret: createWebhookSecret() })],
    ['another body', () => headersOf({ body: `${body} ` })],
    ['another id', () => ({ ...headersOf(), 'webhook-id': 'msg_2' })],
    ['another time', () => ({ ...headersOf(), 'webhook-timestamp': String(seconds(-1)) })],
    ['no signature', () => ({ ...headersOf(), 'webhook-signature': undefined })],
    [
      'a signature of another scheme',
      () => ({
        ...headersOf(),
        'webhook-signature': headersOf()['webhook-signature']!.replace('v1,', 'v2,'),
      }),
    ],
    [
      'a signature cut short',
      () => ({ ...headersOf(), 'webhook-signature': headersOf()['webhook-signature']!.slice(0, 20) }),
    ],
    ['a signature that is no base64', () => ({ ...headersOf(), 'webhook-signature': 'v1,!!' })],
    ['an empty signature', () => ({ ...headersOf(), 'webhook-signature': 'v1,' })],
  ])('refuses %s', async (_, headers) => {
    expect(await refusal(headers())).toEqual(fits);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['no id', { 'webhook-id': undefined }, 'webhook-id'],
    ['an id with a stop, which could be another time', { 'webhook-id': 'msg.1' }, 'webhook-id'],
    ['no time', { 'webhook-timestamp': undefined }, 'webhook-timestamp'],
    ['a time that is no number', { 'webhook-timestamp': '0x12' }, 'webhook-timestamp'],
    ['a time with a fraction', { 'webhook-timestamp': `${seconds()}.5` }, 'webhook-timestamp'],
  ])('refuses %s', async (_, headers, words) => {
    expect(await refusal({ ...headersOf(), ...headers })).toEqual([
      'invalid-webhook',
      expect.stringContaining(words),
    ]);
  });

  it('allows five minutes between both clocks, or what it is told', async () => {
    const verify = (at: number, toleranceSeconds?: number) =>
      verifyWebhook({ headers: headersOf({ at }), body }, secret, { toleranceSeconds });
    await verify(seconds(-290));
    await verify(seconds(290));
    await verify(seconds(-3000), 3600);
    for (const [offset, tolerance] of [
      [-310, undefined],
      [310, undefined],
      [-70, 60],
    ] as const)
      await expect(verify(seconds(offset), tolerance)).rejects.toThrow('too old');
  });

  it.each([[''], ['whsec_'], ['whsec_!!'], ['whsec_c2hvcnQ='], [[]], [undefined]])(
    'says that %j is no secret, whatever comes',
    async (wrong) => {
      const error = await verifyWebhook({ headers: {}, body }, wrong as string).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(TypeError);
    },
  );

  it('says that it needs the body as it came', async () => {
    const given = { headers: headersOf(), body: event as unknown as string };
    await expect(verifyWebhook(given, secret)).rejects.toThrow('as it came');
  });

  it('computes once for each secret, however many signatures come', async () => {
    const right = `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update('x')
      .digest('base64')}`;
    const signatures = Array.from({ length: 5000 }, () => right).join(' ');
    const large = 'x'.repeat(1_000_000);
    const before = process.cpuUsage();
    expect(await refusal({ ...headersOf(), 'webhook-signature': signatures }, secret, large)).toEqual(fits);
    // Five thousand times a millisecond or more, if it did so for each.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
