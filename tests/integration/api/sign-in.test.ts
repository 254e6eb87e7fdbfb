import { readFile, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, SignJWT, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedConfig } from '#platform/config.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startWebServer();
});
afterAll(() => server.close());

const ADA = { email: 'ada@example.org', name: 'Ada Example', picture: 'https://example.org/ada.png' };

async function call(path: string, init: { body?: unknown; token?: string; on?: RunningServer } = {}) {
  const answer = await fetch((init.on ?? server).url + path, {
    ...(init.body === undefined ? {} : { method: 'POST', body: JSON.stringify(init.body) }),
    headers: {
      'Content-Type': 'application/json',
      ...(init.token === undefined ? {} : { Authorization: `Bearer ${init.token}` }),
    },
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, string> };
}

const secretFile = (name: string) => join((server.config as EmbeddedConfig).dataDir, 'secrets', name);
const sessionKey = async () => new TextEncoder().encode(await readFile(secretFile('session-secret'), 'utf8'));

describe('signing in', () => {
  it('leads from a demo account to the dashboard', async () => {
    const { json: identity } = await call('/dev/identity', { body: ADA });
    const { status, json: session } = await call('/api/auth/google', { body: identity });
    expect(status).toBe(200);
    const dashboard = await call('/api/protected/dashboard', { token: session.token! });
    expect(dashboard).toEqual({ status: 200, json: { user: ADA } });
  });

  it('takes a demo credential once, and only for minutes', async () => {
    const { json: identity } = await call('/dev/identity', { body: ADA });
    const { exp, iat } = decodeJwt(identity.credential!);
    expect(exp! - iat!).toBe(300);
    const uses = await Promise.all([1, 2, 3].map(() => call('/api/auth/google', { body: identity })));
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('keeps its secrets in files that only their owner can read', async () => {
    for (const name of ['session-secret', 'demo-identity.pem']) {
      expect((await stat(secretFile(name))).mode & 0o777).toBe(0o600);
    }
  });

  it.each([[{}], [{ credential: '' }], [{ credential: 5 }], [{ credential: 'abc' }], [[]], ['x']])(
    'answers 400 to %j',
    async (body) => {
      const { status, json } = await call('/api/auth/google', { body });
      expect([status, json.error]).toEqual([400, 'Invalid credential or missing field']);
    },
  );

  it.each([
    [{}],
    [{ email: 'nobody', name: 'N' }],
    [{ email: 'a@b.example' }],
    [{ ...ADA, picture: 'javascript:1' }],
  ])('makes no demo account of %j', async (body) => {
    expect((await call('/dev/identity', { body })).status).toBe(400);
  });

  describe('with a real token that does not hold', () => {
    const now = Math.floor(Date.now() / 1_000);
    const good = {
      iss: 'https://accounts.google.com',
      aud: 'featherpress-demo',
      sub: 'demo-1',
      email: ADA.email,
      email_verified: true,
      iat: now,
      exp: now + 3_600,
    };

    /** Of a credential that the provider has made, and nobody has used. */
    const freshId = async () => decodeJwt((await call('/dev/identity', { body: ADA })).json.credential!).jti!;

    async function credential(claims: object, key?: Parameters<SignJWT['sign']>[0]) {
      const { createPrivateKey } = await import('node:crypto');
      const own = createPrivateKey(await readFile(secretFile('demo-identity.pem'), 'utf8'));
      const published = await fetch(`${server.url}/dev/identity/certificates`);
      const { keys } = (await published.json()) as JSONWebKeySet;
      return new SignJWT({ jti: await freshId(), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: keys[0]!.kid! })
        .sign(key ?? own);
    }

    it('takes the same token when it does hold', async () => {
      expect((await call('/api/auth/google', { body: { credential: await credential(good) } })).status).toBe(
        200,
      );
    });

    it.each<[string, object]>([
      ['of another issuer', { ...good, iss: 'https://evil.example' }],
      ['for another audience', { ...good, aud: 'another-client' }],
      ['that has expired', { ...good, iat: now - 9_000, exp: now - 5_400 }],
      ['that is not valid yet', { ...good, iat: now + 5_400, exp: now + 9_000 }],
      ['with an address that is not verified', { ...good, email_verified: false }],
      ['that names nobody', { ...good, sub: undefined }],
      ['that never ends', { ...good, exp: undefined }],
      ['that tells no time', { ...good, iat: undefined }],
      ['that the provider has not made', { ...good, jti: 'made-elsewhere' }],
    ])('refuses one %s', async (_name, claims) => {
      const { status, json } = await call('/api/auth/google', {
        body: { credential: await credential(claims) },
      });
      expect([status, json.error]).toEqual([401, 'Google authentication failed']);
    });

    it('refuses one that another key has signed', async () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
      const forged = await credential(good, privateKey);
      expect((await call('/api/auth/google', { body: { credential: forged } })).status).toBe(401);
      expect(server.log()).not.toContain(forged.slice(0, 60));
    });
  });
});

describe('the dashboard call', () => {
  const claims = { sub: 's', name: 'n', email: 'e', picture: '' };
  const sign = async (
    over: { issuer?: string; audience?: string; expires?: string; key?: Uint8Array } = {},
  ) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(over.issuer ?? 'featherpress')
      .setAudience(over.audience ?? 'featherpress-demo-session')
      .setSubject('s')
      .setExpirationTime(over.expires ?? '1h')
      .sign(over.key ?? (await sessionKey()));

  it.each<[string, () => Promise<string | undefined>, number, string]>([
    ['no token', async () => undefined, 401, 'Missing or invalid token'],
    ['rubbish', async () => 'abc.def.ghi', 401, 'Missing or invalid token'],
    ['a wrong key', () => sign({ key: new Uint8Array(32) }), 401, 'Missing or invalid token'],
    ['a wrong issuer', () => sign({ issuer: 'x' }), 401, 'Missing or invalid token'],
    ['a wrong audience', () => sign({ audience: 'featherpress-upload' }), 401, 'Missing or invalid token'],
    [
      'a session of another provider',
      () => sign({ audience: 'featherpress-session' }),
      401,
      'Missing or invalid token',
    ],
    ['an expired token', () => sign({ expires: '-1s' }), 403, 'Token expired or unauthorized'],
  ])('answers %s', async (_name, token, status, error) => {
    const shown = await token();
    const answer = await call('/api/protected/dashboard', shown === undefined ? {} : { token: shown });
    expect([answer.status, answer.json.error]).toEqual([status, error]);
  });

  it('takes no token without a signature', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${part({ alg: 'none' })}.${part({ ...claims, iss: 'featherpress', exp: 9e9 })}.`;
    expect((await call('/api/protected/dashboard', { token: unsigned })).status).toBe(401);
  });
});

it('ends demo sessions when Google takes over the same folder', async () => {
  const token = await signIn(server.url);
  expect((await call('/api/protected/dashboard', { token })).status).toBe(200);
  const session = await readFile(secretFile('session-secret'), 'utf8');
  const google = await startWebServer({
    GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
    JWT_SECRET: session,
  });
  try {
    expect((await call('/api/protected/dashboard', { token, on: google })).status).toBe(401);
  } finally {
    await google.close();
  }
});

describe('the demo identity provider', () => {
  it.each<[string, Record<string, string>]>([
    ['forwarded for somebody', { 'X-Forwarded-For': '203.0.113.7' }],
    ['forwarded for another name', { 'X-Forwarded-Host': 'evil.example' }],
    ['through a proxy', { Via: '1.1 proxy' }],
    ['for another host', { Host: 'evil.example' }],
    ['for another host that begins with a name of ours', { Host: 'localhost.evil.example' }],
  ])('is not there for a request %s', async (_name, headers) => {
    expect(await statusOf('POST', '/dev/identity', headers)).toBe(404);
    expect(await statusOf('GET', '/dev/identity/certificates', headers)).toBe(404);
  });

  it.each([['localhost'], ['localhost:3000'], ['127.0.0.1'], ['[::1]:3000']])(
    'answers the machine itself under the name %s',
    async (name) => {
      expect(await statusOf('POST', '/dev/identity', { Host: name })).toBe(200);
      expect(await statusOf('GET', '/dev/identity/certificates', { Host: name })).toBe(200);
    },
  );

  it('answers others where the operator has opened it', async () => {
    const open = await startWebServer({ DEMO_SIGN_IN: 'on', PUBLIC_URL: 'https://files.example' });
    try {
      expect(await statusOf('POST', '/dev/identity', { Host: 'files.example' }, open.url)).toBe(200);
    } finally {
      await open.close();
    }
  });

  /** With headers that fetch does not let a program choose. */
  function statusOf(method: string, path: string, headers: Record<string, string>, url = server.url) {
    return new Promise<number | undefined>((resolve, reject) => {
      const json = { 'Content-Type': 'application/json', ...headers };
      const sent = httpRequest(url + path, { method, headers: json }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.end(method === 'POST' ? JSON.stringify(ADA) : undefined);
    });
  }

  it.each([
    ['it is switched off', { DEMO_SIGN_IN: 'off' }],
    ['Google is configured', { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com' }],
    ['the server listens to others', { HOST: '0.0.0.0' }],
  ])('does not exist when %s', async (_name, env) => {
    const other = await startWebServer(env);
    try {
      expect((await call('/dev/identity', { body: ADA, on: other })).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});
