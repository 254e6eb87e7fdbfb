import { randomInt } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PNG_START } from '#tests/fixtures/job-service.ts';
import { startLateServer } from '#tests/fixtures/late-server.ts';
import { field, FORM_TYPE, multipart, type Part } from '#tests/fixtures/multipart-form.ts';
import { until } from '#tests/fixtures/until.ts';
import { inLongForm } from '#tests/support/long-form.ts';
import { Random } from '../../../bench/random.ts';

const any = () => randomInt(1_000_000);
/** A failure tells its seed, which decides how late calls are, but not which of them comes first: it may need several runs. */
const SEEDS = [66, any(), ...inLongForm(...Array.from({ length: 20 }, any))];
const UPLOADS = 12;
const AT_ONCE = 8;
/** Far longer than an upload whose calls are all late. */
const ANSWER_MS = 60_000;

const ENVIRONMENT = { FILES_PER_MINUTE: '10000', UPLOADS_AT_ONCE: '1', TRUSTED_PROXIES: '1' };

/** A call with files of which some are none, and options before them, after them or not at all. */
function anyForm(random: Random): { path: string; body: Buffer } {
  const isBatch = random.chance(0.7);
  const name = isBatch ? 'files' : 'file';
  const good: Part = { field: name, name: 'a.png', bytes: Buffer.concat([PNG_START, Buffer.alloc(80_000)]) };
  const parts = Array.from({ length: isBatch ? random.one([2, 3, 10]) : 1 }, () =>
    random.pick([
      { weight: 9, ...good },
      { weight: 1, ...good, bytes: 'This is no picture.' },
      { weight: 1, ...good, name: '', type: 'application/octet-stream' },
    ]),
  );
  const option = field('preset', 'small');
  const all = random.one([parts, [option, ...parts], [option, ...parts], [...parts, option]]);
  return { path: isBatch ? '/api/compress/batch' : '/api/compress', body: multipart(all) };
}

/** Sends a body in pieces. @param leavesAt the byte after which the client is gone @returns the status; undefined for a client that has gone */
function send(
  url: string,
  headers: Record<string, string>,
  body: Buffer,
  random: Random,
  leavesAt = Infinity,
) {
  return new Promise<number | undefined>((resolve, reject) => {
    const length = { 'Content-Type': FORM_TYPE, 'Content-Length': body.length };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const request = httpRequest(url, { method: 'POST', headers: { ...headers, ...length }, signal });
    request.on('response', (answer) => answer.resume().on('close', () => resolve(answer.statusCode)));
    request.on('error', (error) => (leavesAt === Infinity ? reject(error) : resolve(undefined)));
    void (async () => {
      for (let at = 0; at < body.length && !request.destroyed;) {
        const end = Math.min(body.length, leavesAt, at + 1 + random.below(60_000));
        request.write(body.subarray(at, (at = end)));
        await pause(random.between(0, 8));
        if (at >= leavesAt) return request.destroy();
      }
      request.end();
    })();
  });
}

it.each([
  ...SEEDS.map((seed) => ({ mode: 'embedded' as const, seed })),
  ...[any(), ...inLongForm(any(), any(), any())].map((seed) => ({ mode: 'distributed' as const, seed })),
])(
  'answers all uploads and keeps nothing of what came to nothing: $mode, seed $seed',
  async ({ mode, seed }) => {
    const random = new Random(seed);
    const server = await startLateServer(random, ENVIRONMENT, mode);
    const statuses: (number | undefined)[] = [];
    let next = 0;
    const client = async () => {
      for (let number = next++; number < UPLOADS; number = next++) {
        const { path, body } = anyForm(random);
        const key = random.chance(0.4) ? { 'Idempotency-Key': `${number}` } : {};
        const headers = { 'X-Forwarded-For': `203.0.113.${number % 250}`, ...key };
        const leavesAt = random.chance(0.3) ? random.below(body.length) : Infinity;
        const url = server.url + path;
        await send(url, headers, body, random, leavesAt);
        // The same once more: when the first has ended, its slot is free and so is its key, or it leads to the jobs.
        await until(`an answer to upload ${number}`, async () => {
          const status = await send(url, headers, body, random);
          statuses.push(status);
          return ![409, 429].includes(status ?? 0);
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    expect(statuses.filter((status) => ![200, 400, 404, 409, 422, 429].includes(status ?? 0))).toEqual([]);
    const open = async () => [...(await server.keys('uploads/')), ...(await server.keys('jobs/'))];
    await until('nothing that is still open', async () => (await open()).length === 0);
  },
);
