import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKeys, type NewApiKey } from '#functions/services/identity/api-keys/api-keys.ts';
import { createKeyText } from '#functions/services/identity/api-keys/key-text.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { createJobRecord } from '#platform/job-records.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

/** Two web processes on one store: the second one looks at the first one's objects. */
let server: RunningServer;
let other: RunningServer;
let session: string;
let foreignSession: string;

beforeAll(async () => {
  const tiers = { key: { filesPerMinute: 4 }, partner: { filesPerMinute: 900 }, daily: { filesPerDay: 2 } };
  const env = { TRUSTED_PROXIES: '1', LIMIT_TIERS: JSON.stringify(tiers), DEMO_SIGN_IN: 'on' };
  server = await startWebServer(env);
  other = await startWebServer(env, { change: (own) => withObjectsOf(own, server.platform) });
  session = await signIn(server.url);
  foreignSession = await signIn(server.url, { email: 'eve@example.org', name: 'Eve' });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

function withObjectsOf(own: Platform, { objects }: Platform): Platform {
  return { ...own, objects, close: () => own.close() };
}

interface Call {
  readonly token?: string | undefined;
  readonly method?: string;
  readonly body?: object;
  readonly from?: string;
  readonly on?: RunningServer;
  readonly headers?: Record<string, string>;
}

async function call(path: string, { token, method = 'GET', body, from, on = server, headers }: Call = {}) {
  const answer = await fetch(on.url + path, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': from ?? '203.0.113.7',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const text = await answer.text();
  const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { status: answer.status, headers: answer.headers, json };
}

const operatorKey = async (wanted: Partial<NewApiKey> = {}) =>
  createApiKeys(server.platform).create({
    name: 'a',
    scopes: ['compress', 'jobs:read'],
    tier: 'key',
    ...wanted,
  });

async function ownKey(token = session, body: object = { name: 'mine' }) {
  const { status, json } = await call('/api/keys', { token, method: 'POST', body });
  expect(status).toBe(201);
  return json as { id: string; key: string; prefix: string };
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** An upload without a file: far enough to know who sends it. */
const upload = (token?: string, on = server) =>
  call('/api/compress', { token, method: 'POST', body: {}, on });

async function queuedJob(): Promise<string> {
  const record = newJobRecord();
  await createJobRecord(server.platform.objects, record);
  return record.id;
}

describe('a key', () => {
  it('is made, listed, used and revoked by whoever is signed in, and shown once', async () => {
    const { id, key, prefix } = await ownKey(session, { name: ' build server ', filesPerDay: 9 });
    expect(key.startsWith(prefix)).toBe(true);
    expect((await call('/api/usage', { token: key })).json).toMatchObject({
      today: { filesPerDay: null },
      key: { files: 0, filesPerDay: 9 },
    });
    const { json } = await call('/api/keys', { token: session });
    expect(json.keys).toEqual([expect.objectContaining({ id, name: 'build server', filesToday: 0 })]);
    expect(JSON.stringify(json)).not.toContain(key);
    expect((json.keys as { lastUsedAt?: string }[])[0]!.lastUsedAt).toMatch(/^20/);
    expect((await call(`/api/keys/${id}`, { token: session, method: 'DELETE' })).status).toBe(204);
    expect((await call('/api/usage', { token: key })).status).toBe(401);
    expect((await call(`/api/keys/${id}`, { token: session, method: 'DELETE' })).status).toBe(404);
  });

  it.each<[string, object, string]>([
    ['no name', {}, '"name"'],
    ['an empty name', { name: ' ' }, '"name"'],
    ['a long name', { name: 'x'.repeat(61) }, '"name"'],
    ['no scope', { name: 'a', scopes: [] }, '"scopes"'],
    ['an unknown scope', { name: 'a', scopes: ['admin'] }, '"scopes"'],
    ['a tier, which is the operator’s to give', { name: 'a', tier: 'partner' }, 'only "name"'],
    ['a quota of nothing', { name: 'a', filesPerDay: 0 }, '"filesPerDay"'],
    ['a past expiry', { name: 'a', expiresInDays: -1 }, '"expiresInDays"'],
  ])('is refused with %s', async (_what, body, words) => {
    const { status, json } = await call('/api/keys', { token: session, method: 'POST', body });
    expect([status, json.code]).toEqual([400, 'invalid-request']);
    expect(json.error).toContain(words);
  });
});

describe('what is refused', () => {
  it.each<[string, () => Promise<string>]>([
    ['a forged key', async () => createKeyText().text],
    ['a truncated key', async () => (await operatorKey()).text.slice(0, -3)],
    ['a key with one digit changed', async () => (await operatorKey()).text.replace(/.$/, '!')],
    ['the prefix alone', async () => 'fp_live_'],
    ['an expired key', async () => (await operatorKey({ expiresAt: '2020-01-01T00:00:00Z' })).text],
    ['words', async () => 'my-key'],
    ['nothing', async () => ''],
  ])('%s, in words, on every call', async (_what, make) => {
    const token = await make();
    for (const [path, method] of [
      ['/api/compress', 'POST'],
      ['/api/jobs/AAAAAAAAAAAAAAAAAAAAAA', 'GET'],
      ['/api/shares', 'GET'],
      ['/api/stats', 'GET'],
    ] as const) {
      const { status, headers, json } = await call(path, {
        token,
        method,
        ...(method === 'POST' ? { body: {} } : {}),
      });
      expect([path, status]).toEqual([path, 401]);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(json.error).toMatch(/key|token/);
    }
  });

  it('what a key is not allowed, however the path is written', async () => {
    const { text: compressOnly } = await operatorKey({ scopes: ['compress'] });
    const { text: readOnly } = await operatorKey({ scopes: ['jobs:read'] });
    const job = await queuedJob();
    for (const path of [`/api/jobs/${job}`, `/API/Jobs/${job}/`, `/api/jobs/${job}/result`]) {
      expect([path, (await call(path, { token: compressOnly })).status]).toEqual([path, 403]);
      expect([path, (await call(path, { token: compressOnly, method: 'HEAD' })).status]).toEqual([path, 403]);
      expect((await call(path, { token: readOnly })).status).not.toBe(403);
    }
    const { status, json, headers } = await upload(readOnly);
    expect([status, json.code]).toEqual([403, 'missing-scope']);
    expect(json.error).toContain('"compress"');
    expect(headers.get('www-authenticate')).toContain('insufficient_scope');
    expect((await call(`/api/jobs/${job}`, { token: readOnly, method: 'DELETE' })).status).toBe(403);
    expect((await call('/api/shares', { token: readOnly })).status).toBe(403);
  });

  it('to a key, what is for people: keys, sessions, the profile', async () => {
    const { key } = await ownKey(session, {
      name: 'all',
      scopes: ['compress', 'jobs:read', 'share', 'webhooks'],
    });
    for (const [path, method] of [
      ['/api/keys', 'GET'],
      ['/api/keys', 'POST'],
      ['/api/sessions', 'DELETE'],
      ['/api/protected/dashboard', 'GET'],
    ] as const)
      expect(
        (await call(path, { token: key, method, ...(method === 'POST' ? { body: {} } : {}) })).status,
      ).toBe(403);
  });

  it('another account’s key', async () => {
    const { id, key } = await ownKey();
    expect((await call(`/api/keys/${id}`, { token: foreignSession, method: 'DELETE' })).status).toBe(404);
    expect((await call('/api/usage', { token: key })).status).toBe(200);
    expect((await call('/api/keys', { token: foreignSession })).json).toEqual({ keys: [] });
  });

  it('a session that a browser would send by itself: only the header counts', async () => {
    const headers = { Cookie: `jwt=${session}; session=${session}`, Origin: 'https://evil.example' };
    for (const [path, method] of [
      ['/api/keys', 'POST'],
      ['/api/sessions', 'DELETE'],
      ['/api/shares', 'POST'],
    ] as const)
      expect((await call(path, { method, body: { name: 'a' }, headers })).status).toBe(401);
    const asForm = { 'Content-Type': 'text/plain', Authorization: `Bearer ${session}` };
    expect((await call('/api/keys', { method: 'POST', body: { name: 'a' }, headers: asForm })).status).toBe(
      400,
    );
  });

  it('a key in an address, and one without "Bearer"', async () => {
    const { text } = await operatorKey();
    const inAddress = await call(`/api/stats?key=${text}`);
    expect([inAddress.status, inAddress.json.error]).toEqual([400, expect.stringContaining('revoke')]);
    const bare = await call('/api/stats', { headers: { Authorization: text } });
    expect([bare.status, bare.json.error]).toEqual([401, expect.stringContaining('Bearer')]);
  });

  it.each<[string, (key: string) => Record<string, string>]>([
    ['a scheme that is not known', (key) => ({ Authorization: `Token ${key}` })],
    ['Basic with the key as user', (key) => ({ Authorization: basic(`${key}:`) })],
    ['a header that is not looked at', (key) => ({ 'Api-Key': key })],
    ['an X-API-Key that is none', () => ({ 'X-API-Key': 'my-key' })],
    ['a session that is none', () => ({ Authorization: 'Bearer a.b.c' })],
  ])('%s, on calls that need no key as well', async (_what, headersOf) => {
    const headers = headersOf((await operatorKey()).text);
    for (const [path, method] of [
      ['/api/compress', 'POST'],
      ['/api/stats', 'GET'],
      ['/api/jobs/AAAAAAAAAAAAAAAAAAAAAA', 'GET'],
    ] as const)
      expect((await call(path, { method, headers, ...(method === 'POST' ? { body: {} } : {}) })).status).toBe(
        401,
      );
  });

  it('a session that is over or was ended, on calls that need none as well', async () => {
    const ended = await signIn(server.url, { email: 'ended@example.org', name: 'Ended' });
    await call('/api/sessions', { token: ended, method: 'DELETE' });
    expect([(await upload(ended)).status, (await call('/api/stats', { token: ended })).status]).toEqual([
      401, 401,
    ]);
  });

  it('many guesses of one address, and nobody else', async () => {
    const guess = (from: string) => call('/api/stats', { token: createKeyText().text, from });
    let guesses = 0;
    while ((await guess('198.51.100.1')).status === 401 && guesses < 100) guesses += 1;
    expect(guesses).toBeGreaterThan(50);
    expect(guesses).toBeLessThan(62);
    expect((await guess('198.51.100.2')).status).toBe(401);
  });
});

describe('limits of a key', () => {
  it.each<[string, (key: string) => Record<string, string>]>([
    ['Bearer', (key) => ({ Authorization: `Bearer ${key}` })],
    ['X-API-Key', (key) => ({ 'X-API-Key': key })],
    ['Basic', (key) => ({ Authorization: basic(`api:${key}`) })],
  ])('hold for a key that is sent as %s', async (_how, headersOf) => {
    const headers = headersOf((await operatorKey({ tier: 'partner' })).text);
    const sent = await call('/api/compress', { method: 'POST', body: {}, headers });
    expect(sent.headers.get('ratelimit-policy')).toBe('"files";q=900;w=60');
    const [name] = Object.keys(headers);
    const asked = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': name! };
    const preflight = await call('/api/compress', { method: 'OPTIONS', headers: asked });
    expect(preflight.headers.get('access-control-allow-headers')!.split(', ')).toContain(name);
  });

  it('are those of its tier, wherever it comes from', async () => {
    const [usual, partner] = [await operatorKey(), await operatorKey({ tier: 'partner' })];
    expect((await upload(usual.text)).headers.get('ratelimit-policy')).toBe('"files";q=4;w=60');
    expect((await upload(partner.text)).headers.get('ratelimit-policy')).toBe('"files";q=900;w=60');
  });

  it('do not grow with the number of keys of an account', async () => {
    const token = await signIn(server.url, { email: 'many@example.org', name: 'Many' });
    const [one, two] = [await ownKey(token), await ownKey(token)];
    const statuses: number[] = [];
    for (const { key } of [one, two, one, two, one]) statuses.push((await upload(key)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 429]);
  });

  it('hold for a day, of the tier and of the key, and say when they begin anew', async () => {
    const { text } = await operatorKey({ tier: 'daily' });
    const { headers } = await upload(text);
    expect(headers.get('ratelimit-policy')).toBe('"files";q=4;w=60, "files-per-day";q=2;w=86400');
    expect(headers.get('ratelimit')).toMatch(/^"files";r=3;t=\d+, "files-per-day";r=1;t=\d+$/);
    await upload(text);
    const refused = await upload(text);
    expect([refused.status, refused.json.code]).toEqual([429, 'quota-exceeded']);
    const untilMidnight = 86_400 - (Math.floor(Date.now() / 1_000) % 86_400);
    expect(Math.abs(Number(refused.headers.get('retry-after')) - untilMidnight)).toBeLessThan(60);

    const own = await operatorKey({ tier: 'partner', filesPerDay: 1 });
    expect([(await upload(own.text)).status, (await upload(own.text)).status]).toEqual([400, 429]);
  });
});

describe('revocation', () => {
  it('holds at once where it was made, and within two seconds in another process', async () => {
    const { id, key } = await ownKey();
    expect([(await upload(key)).status, (await upload(key, other)).status]).toEqual([400, 400]);
    await call(`/api/keys/${id}`, { token: session, method: 'DELETE' });
    expect((await upload(key)).status).toBe(401);
    await pause(2_000);
    expect((await upload(key, other)).status).toBe(401);
  });

  it('of all sessions ends them in both, and spares keys and new sessions', async () => {
    const person = { email: 'grace@example.org', name: 'Grace' };
    const [first, second] = [await signIn(server.url, person), await signIn(server.url, person)];
    const { key } = await ownKey(first);
    expect((await call('/api/sessions', { token: first, method: 'DELETE' })).status).toBe(204);
    expect((await call('/api/usage', { token: second })).status).toBe(401);
    await pause(2_000);
    expect((await call('/api/usage', { token: key, on: other })).status).toBe(200);
    const again = await signIn(server.url, person);
    expect((await call('/api/usage', { token: again })).status).toBe(200);
  });
});

describe('the operator’s command', () => {
  it('writes beside a running server without clearing up after it', async () => {
    const { openStores } = await import('#platform/create-platform.ts');
    const stores = await openStores(server.config);
    const { text } = await createApiKeys(stores).create({ name: 'ops', scopes: ['compress'], tier: 'key' });
    await stores.close();
    expect((await upload(text)).status).toBe(400);
    expect(await call('/api/usage', { token: session })).toMatchObject({ status: 200 });
  });
});

it('never logs a key', () => {
  const logged = server.log() + other.log();
  expect(logged).toContain('request.answered');
  expect(logged).not.toMatch(/fp_live_[0-9A-Za-z]{13}/);
});
