// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerFetch, type PageRequest } from '#tests/support/answer-fetch.ts';
import '#tests/support/browser-parts.ts';
import { pngFile } from '#tests/support/compressed-files.ts';
import { sessionToken } from '#tests/support/session-token.ts';
import { cancelJob } from '~/compressor/job/job-calls.ts';
import { requestCompression } from '~/compressor/queue/request.ts';
import { readSession, signIn, signOut } from '~/session/session.ts';
import { onSessionEnded, withSession } from '~/session/with-session.ts';

const ended = vi.fn();
onSessionEnded(ended);
beforeEach(() => ended.mockClear());
afterEach(() => {
  signOut();
  localStorage.clear();
  sessionStorage.clear();
});

const token = sessionToken('ama');
const JOB = '/api/jobs/job';
const UPLOAD = '/api/resumable/job';
/** More than a form takes: it goes in pieces. */
const large = () => pngFile('large.png', 8 * 1024 * 1024 + 1);

/** A server with a resumable upload, where jobs end at once. */
function serve(guard: (request: PageRequest) => Response | null = () => null) {
  const answer = (of: () => Response) => (request: PageRequest) => guard(request) ?? of();
  return answerFetch({
    'POST /api/compress': answer(() => Response.json({ id: 'job' }, { status: 202 })),
    'POST /api/resumable': answer(() => new Response(null, { status: 201, headers: { Location: UPLOAD } })),
    [`PATCH ${UPLOAD}`]: (request) =>
      guard(request) ??
      new Response(null, {
        status: 204,
        headers: {
          'Upload-Offset': String(Number(request.headers.get('Upload-Offset')) + (request.body as Blob).size),
          'X-Job-Id': 'job',
        },
      }),
    [`GET ${JOB}/events`]: answer(() => new Response(`event: completed\ndata: {"status":"completed"}\n\n`)),
    [`GET ${JOB}`]: answer(() => Response.json({ status: 'completed' })),
    [`GET ${JOB}/result`]: answer(() => new Response('small', { headers: { 'Content-Type': 'image/png' } })),
    [`DELETE ${JOB}`]: answer(() => new Response(null, { status: 204 })),
  });
}

const compress = (file: File) =>
  requestCompression(
    { file, kind: 'png', options: { preset: 'balanced' }, jobId: null },
    { signal: new AbortController().signal, onStage() {}, onJob() {} },
  );
const calls = (requests: readonly PageRequest[]) =>
  requests.map(({ method, path, headers }) => [`${method} ${path}`, headers.get('Authorization')]);

describe('calls of the compress page', () => {
  test.each([
    ['in one form', () => pngFile('a.png'), ['POST /api/compress']],
    ['in pieces', large, ['POST /api/resumable', `PATCH ${UPLOAD}`, `PATCH ${UPLOAD}`]],
  ])('carry the session when a file is sent %s', async (_how, file, uploads) => {
    signIn(token);
    const requests = serve();
    expect(await compress(file())).toMatchObject({ size: 5 });
    cancelJob('job', token);
    const rest = [`GET ${JOB}/events`, `GET ${JOB}/result`, `DELETE ${JOB}`];
    expect(calls(requests)).toEqual([...uploads, ...rest].map((call) => [call, `Bearer ${token}`]));
  });

  test.each([
    ['revoked', 401, { code: 'unauthorized' }, () => pngFile('a.png')],
    ['too old', 403, { code: 'token-expired' }, () => pngFile('a.png')],
    ['revoked, in pieces', 401, { code: 'unauthorized' }, large],
  ])('go on for nobody when the session is %s, and tell it once', async (_why, status, body, file) => {
    signIn(token);
    const requests = serve(({ headers }) =>
      headers.has('Authorization') ? Response.json(body, { status }) : null,
    );
    expect(await compress(file())).toMatchObject({ size: 5 });
    expect(calls(requests).filter(([, sent]) => sent !== null)).toHaveLength(1);
    expect(ended).toHaveBeenCalledOnce();
    expect(readSession().status).toBe('signed-out');
  });

  test('cancel a job for who made it, who may have signed out since', async () => {
    signIn(token);
    const requests = serve();
    signOut();
    cancelJob('job', token);
    expect(calls(requests)).toEqual([[`DELETE ${JOB}`, `Bearer ${token}`]]);
  });
});

describe('withSession', () => {
  const sent: (string | undefined)[] = [];
  const make = (answer: () => Response) => (headers: Readonly<Record<string, string>>) => {
    sent.push(headers.Authorization);
    return Promise.resolve(answer());
  };
  beforeEach(() => void sent.splice(0));

  test('sends a token to this site alone', async () => {
    signIn(token);
    const ok = make(() => new Response());
    for (const path of ['https://bucket.s3.amazonaws.com/a', '//elsewhere.example/api/jobs/a', '/api/jobs/a'])
      await withSession(path, ok);
    expect(sent).toEqual([undefined, undefined, `Bearer ${token}`]);
  });

  test('keeps a session that may not do what was asked', async () => {
    signIn(token);
    const forbidden = make(() => Response.json({ code: 'missing-scope' }, { status: 403 }));
    expect((await withSession('/api/jobs/a', forbidden)).status).toBe(403);
    expect([sent.length, readSession().token]).toEqual([1, token]);
  });

  test('takes the session that has begun meanwhile', async () => {
    signIn(token);
    const fresh = sessionToken('ama', 2);
    const answer = await withSession('/api/jobs/a', ({ Authorization }) => {
      sent.push(Authorization);
      if (Authorization === `Bearer ${fresh}`) return Promise.resolve(new Response());
      signIn(fresh);
      return Promise.resolve(new Response(null, { status: 401 }));
    });
    expect([answer.status, sent]).toEqual([200, [`Bearer ${token}`, `Bearer ${fresh}`]]);
    expect(readSession().token).toBe(fresh);
    expect(ended).not.toHaveBeenCalled();
  });
});
