import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PNG_START } from '#tests/fixtures/job-service.ts';
import { startLateServer } from '#tests/fixtures/late-server.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { tusMetadata, tusRequests } from '#tests/fixtures/tus-requests.ts';
import { until } from '#tests/fixtures/until.ts';
import { inLongForm } from '#tests/support/long-form.ts';
import { Random } from '../../../bench/random.ts';

const any = () => randomInt(1_000_000);
/** As in late-ports.long.test.ts: a failure may need several runs of its seed. */
const SEEDS = [any(), ...inLongForm(...Array.from({ length: 10 }, any))];
const CLIENTS = 8;
const PICTURE = new Uint8Array(Buffer.concat([PNG_START, Buffer.alloc(80_000)]));

/** The calls of an account to a server whose ports are late. */
async function openAccount(url: string, random: Random) {
  const authorization = { Authorization: `Bearer ${await signIn(url)}` };
  const call = async (method: string, path: string, body?: BodyInit, type = 'application/json') => {
    const headers = { ...authorization, ...(body === undefined ? {} : { 'Content-Type': type }) };
    const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  /** Calls that begin at about the same moment. */
  const together = (calls: readonly (() => Promise<unknown>)[]) =>
    Promise.all(calls.map((each) => pause(random.between(0, 600)).then(each)));
  return { call, together };
}
type Account = Awaited<ReturnType<typeof openAccount>>;

/** Shares a result, gives the link other times, revokes it and deletes its job, in any order. */
async function shareAnyhow({ call, together }: Account, random: Random): Promise<string[]> {
  const made = await call('POST', '/api/compress', PICTURE, 'image/png');
  const jobId = made.headers.get('x-job-id')!;
  let id = '';
  const share = async () => {
    const time = random.chance(0.5) ? { expiresInSeconds: 60 + random.below(1_000) } : {};
    const { status, text } = await call('POST', '/api/shares', JSON.stringify({ jobId, ...time }));
    if (status === 201) id = (JSON.parse(text) as { id: string }).id;
  };
  await together(
    Array.from({ length: 5 }, () =>
      random.one([
        share,
        share,
        share,
        () => call('DELETE', `/api/shares/${id}`),
        () => call('DELETE', `/api/jobs/${jobId}`),
      ]),
    ),
  );
  const { shares } = JSON.parse((await call('GET', '/api/shares')).text) as { shares: { id: string }[] };
  const broken = [];
  for (const listed of shares.filter((each) => each.id === id))
    if ((await call('GET', `/s/${listed.id}`)).status !== 200) broken.push(`${listed.id} is listed and gone`);
  await call('DELETE', `/api/jobs/${jobId}`);
  return broken;
}

/** Sends a picture in pieces over several lines at once, one of which breaks, and may end it meanwhile. */
async function sendAnyhow({ call, together }: Account, url: string, random: Random): Promise<string[]> {
  const { ask, created, head, offset } = tusRequests(() => url);
  const path = await created(PICTURE.length, tusMetadata({ filename: 'a.png' }));
  const jobPath = `/api/jobs/${path.split('/').at(-1)!}`;
  const send = async (mayBreak: boolean) => {
    const at = await offset(path);
    const end = random.chance(0.5) ? PICTURE.length : Math.min(PICTURE.length, at + 1 + random.below(60_000));
    const headers = {
      ...{ 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(at) },
      'Content-Type': 'application/offset+octet-stream',
    };
    const signal = AbortSignal.timeout(mayBreak ? Math.ceil(random.between(1, 300)) : 60_000);
    if (at < PICTURE.length)
      await fetch(url + path, { method: 'PATCH', headers, body: PICTURE.slice(at, end), signal }).catch(
        () => {},
      );
  };
  const isEnded = random.chance(0.4);
  const end = () => ask('DELETE', path);
  await together([
    () => send(true),
    () => send(false),
    () => send(false),
    () => head(path),
    ...(isEnded ? [end] : []),
  ]);
  const broken = [];
  if (isEnded && (await head(path)).status !== 404) broken.push(`${path} was ended and is there`);
  if (!isEnded) {
    await until(
      `the end of ${path}`,
      async () => (await offset(path)) === PICTURE.length || send(false).then(() => false),
    );
    await until(`the job of ${path}`, async () => (await call('GET', jobPath)).text.includes('"completed"'));
  }
  await end();
  await call('DELETE', jobPath);
  return broken;
}

it.each(SEEDS)('leaves nothing half of what is changed and ended at once: seed %i', async (seed) => {
  const random = new Random(seed);
  const server = await startLateServer(random, { FILES_PER_MINUTE: '100000', UPLOADS_AT_ONCE: '100' });
  const account = await openAccount(server.url, random);
  const broken: string[] = [];
  const client = async () => {
    for (const _ of [1, 2])
      broken.push(
        ...(await (random.chance(0.5)
          ? shareAnyhow(account, random)
          : sendAnyhow(account, server.url, random))),
      );
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  expect(broken).toEqual([]);
  const left = async () => {
    const keys = [];
    for (const prefix of ['shares/', 'uploads/', 'jobs/', 'results/', 'partials/'])
      keys.push(...(await server.keys(prefix)));
    return keys;
  };
  await until('nothing that is left', async () => (await left()).length === 0);
  expect(await server.platform.holdings.totalBytes()).toBe(0);
});
