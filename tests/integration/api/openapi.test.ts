import { Validator } from '@seriousme/openapi-schema-validator';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_SESSION_AUDIENCE, SESSION_ISSUER } from '#functions/services/identity/session-tokens.ts';
import { API_OPERATION_LIST } from '#platform/contracts/api/operations.ts';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { allCalls } from '#tests/support/api-walk/all-calls.ts';
import { createApiWalk, NO_JOB, type ApiWalk } from '#tests/support/api-walk/api-walk.ts';
import { DescribedAnswers, type ApiDescription } from '#tests/support/described-answers.ts';

let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
let walk: ApiWalk;
let calls: ReturnType<typeof allCalls>;
/** May do nothing. */
let weakKey: string;
/** Of a session that is over. */
let oldToken: string;
const JWT_SECRET = 'a-secret-of-more-than-32-characters';
let document: ApiDescription;
let answers: DescribedAnswers;

beforeAll(async () => {
  [server, photo] = await Promise.all([
    startWebServer(
      {
        JWT_SECRET,
        FILES_PER_MINUTE: '1000',
        UPLOADS_AT_ONCE: '9',
        OPEN_JOBS: '100',
        WEBHOOK_SECRET: createWebhookSecret(),
        DELIVERY_ANONYMOUS: 'off',
      },
      {
        worker: true,
        // The embedded store takes no direct uploads; everything else about them is real.
        change: (platform) =>
          Object.assign(platform, {
            objects: Object.assign(platform.objects, {
              presignPut: () => Promise.resolve('https://store.example/put'),
            }),
          }),
      },
    ),
    jpegFile().then((bytes) => new Uint8Array(bytes)),
  ]);
  const token = await signIn(server.url);
  walk = createApiWalk({ server, photo, token, subject: decodeJwt(token).sub! });
  calls = allCalls(walk);
  weakKey = (await walk.newKey()).key;
  oldToken = await new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(SESSION_ISSUER)
    .setAudience(DEMO_SESSION_AUDIENCE)
    .setExpirationTime('-1s')
    .sign(new TextEncoder().encode(JWT_SECRET));
  document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as ApiDescription;
  answers = new DescribedAnswers(document);
});
afterAll(() => server.close());

/** What needs an outage, a flood or a session of a week, and has tests of its own. */
const ELSEWHERE = /( 500| 503| 507| 429|compressFile 409|compressBatch 409|compressFile 413|compressBatch 413|(read|change)WebhookSecrets? 40[34]|createUpload 404|appendResumable 423|readResult 400|createShare 409)$/; // prettier-ignore

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('has every call of the table, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      API_OPERATION_LIST.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    expect(Object.keys(calls).sort()).toEqual(API_OPERATION_LIST.map(({ id }) => id).sort());
  });

  it.each(API_OPERATION_LIST.map(({ id }) => id))('describes what %s answers', async (id) => {
    const problems: string[] = [];
    for (const make of calls[id]) problems.push(...(await answers.problemsOf(id, await make())));
    // With a key that is none, one that may do nothing of it, and a session that is over.
    const { method, path } = API_OPERATION_LIST.find((operation) => operation.id === id)!;
    for (const token of [weakKey.slice(0, -1), weakKey, oldToken]) {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await walk.call(path.replace(/\{\w+\}/g, NO_JOB), { method, headers });
      const isAboutKey = [401, 403].includes(answer.status);
      if (isAboutKey) problems.push(...(await answers.problemsOf(id, answer)));
      else await answer.arrayBuffer();
    }
    expect(problems).toEqual([]);
  });

  it('describes no answer that never comes', () => {
    const unseen = answers.described.filter((each) => !answers.seen.has(each) && !ELSEWHERE.test(each));
    expect(unseen).toEqual([]);
  });
});

describe('the check itself', () => {
  it.each<[string, () => Response]>([
    ['another status', () => Response.json({ compressedCount: 1 }, { status: 418 })],
    ['a field that is not described', () => Response.json({ compressedCount: 1, more: 2 }, OK)],
    ['a field that is missing', () => Response.json({}, OK)],
    [
      'a header that is not described',
      () => Response.json({ compressedCount: 1 }, { headers: { ...OK.headers, 'X-New': '1' } }),
    ],
    ['a header that is missing', () => Response.json({ compressedCount: 1 })],
    ['another type', () => new Response('1', OK)],
  ])('finds %s', async (_name, answer) => {
    expect(await new DescribedAnswers(document).problemsOf('readStats', answer())).not.toEqual([]);
  });

  it('passes what is described', async () => {
    const answer = Response.json({ compressedCount: 1 }, OK);
    expect(await new DescribedAnswers(document).problemsOf('readStats', answer)).toEqual([]);
  });
});

const OK = { headers: { 'Cache-Control': 'no-store', 'X-Request-Id': 'a' } };
