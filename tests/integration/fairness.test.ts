import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JobMessage } from '#platform/contracts/job.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { HOSTILE_DOCUMENTS } from '#tests/fixtures/pdf/hostile-documents.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { picture } from '../../bench/sample-pictures.ts';
import { writeSamples } from '../../bench/samples.ts';

/** What the queue was given and gave away, in order. */
interface Step {
  readonly what: 'sent' | 'received';
  readonly message: JobMessage;
}

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const [FLOOD, QUIET] = ['203.0.113.7', '198.51.100.9'];

let server: RunningServer;
let steps: Step[];
let folder: string;
let photo: Blob;
let hostile: Blob;
let deck: Blob;
/** Expected to take some seconds, and taking them. */
let large: Blob;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'featherpress-'));
  await writeSamples(folder, { photo: { width: 800, height: 600 } });
  photo = new Blob([new Uint8Array(await jpegFile())], { type: 'image/jpeg' });
  const document = HOSTILE_DOCUMENTS['one Flate of operators']?.() ?? new Uint8Array();
  large = new Blob([Uint8Array.from(await picture('png', 1_600, 1_200, 5))], { type: 'image/png' });
  hostile = new Blob([Uint8Array.from(document)], { type: 'application/pdf' });
  deck = new Blob([new Uint8Array(await readFile(join(folder, 'talk.pptx')))], { type: PPTX });
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => server.close());

/** One engine for all work: the hardest case. */
async function start(env: Record<string, string> = {}): Promise<void> {
  steps = [];
  server = await startWebServer(
    { TRUSTED_PROXIES: '1', WORKER_CONCURRENCY: '1', ...env },
    { worker: 'warm', change: watched },
  );
  expect((await send(QUIET, 'file', [photo])).status).toBe(200);
}

function watched(platform: Platform): Platform {
  const queue = new Proxy(platform.queue, {
    get(real, name) {
      if (name === 'send')
        return (message: JobMessage, options: object) => {
          steps.push({ what: 'sent', message });
          return real.send(message, options);
        };
      if (name === 'receive')
        return async (options: Parameters<typeof real.receive>[0]) => {
          const received = await real.receive(options);
          for (const { message } of received) if (message) steps.push({ what: 'received', message });
          return received;
        };
      const value: unknown = Reflect.get(real, name);
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
  return { ...platform, queue };
}

function send(
  address: string,
  field: 'file' | 'files',
  files: readonly Blob[],
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const body = new FormData();
  for (const file of files) body.append(field, file, file.type === PPTX ? 'a.pptx' : 'a');
  return fetch(`${server.url}/api/compress${field === 'files' ? '/batch' : ''}`, {
    method: 'POST',
    body,
    headers: { 'X-Forwarded-For': address, ...headers },
    signal: signal ?? null,
  });
}

const flood = async (count: number): Promise<Response[]> => {
  const answers: Response[] = [];
  for (let at = 0; at < count; at += 1)
    answers.push(await send(FLOOD, 'file', [hostile], { Prefer: 'respond-async' }));
  return answers;
};

/** How many messages of others an engine took after the last message was sent and before it was received itself. */
function overtakenBy(jobId: string): number {
  const sent = steps.findIndex(({ what, message }) => what === 'sent' && message.jobId === jobId);
  const received = steps.findIndex(({ what, message }) => what === 'received' && message.jobId === jobId);
  expect(received).toBeGreaterThan(sent);
  return steps.slice(sent, received).filter(({ what }) => what === 'received').length;
}

async function sendsOnePictureThrough(): Promise<void> {
  // Both engines are at work on what the other client sent.
  await expect.poll(() => steps.filter(({ what }) => what === 'received').length).toBeGreaterThan(1);
  const answer = await send(QUIET, 'file', [photo]);
  expect(answer.status).toBe(200);
  // An engine that was free already may have taken one in the same moment.
  expect(overtakenBy(answer.headers.get('x-job-id') ?? '')).toBeLessThanOrEqual(1);
  const { waiting } = await server.platform.queue.depth();
  expect(waiting).toBeGreaterThan(0);
}

describe('a small picture', () => {
  it('does not wait behind eight hostile files of another client', async () => {
    await start();
    const answers = await flood(8);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
    await sendsOnePictureThrough();
    await Promise.all(
      answers.map((answer) => fetch(server.url + answer.headers.get('location'), { method: 'DELETE' })),
    );
  });

  it('does not wait behind fifty, of which most are refused', async () => {
    await start();
    const answers = await flood(50);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(refused[0]?.headers.get('retry-after')).toBe('10');
    expect(await refused[0]?.json()).toMatchObject({
      code: 'rate-limited',
      error: expect.stringMatching(/^You have 20 files in work.*Please wait/),
    });
    await sendsOnePictureThrough();
    const open = answers.filter(({ status }) => status === 202);
    await Promise.all(
      open.map((answer) => fetch(server.url + answer.headers.get('location'), { method: 'DELETE' })),
    );
    // Their places are free as soon as they have ended.
    const again = await flood(1);
    expect(again[0]?.status).toBe(202);
  });

  it('does not wait behind large files of the same address, those of a colleague or its own', async () => {
    await start();
    const answers: Response[] = [];
    for (let at = 0; at < 8; at += 1)
      answers.push(await send(FLOOD, 'file', [large], { Prefer: 'respond-async', 'X-Page': 'ada' }));
    await expect.poll(() => steps.filter(({ what }) => what === 'received').length).toBeGreaterThan(1);
    for (const page of ['ada', 'bob']) {
      const answer = await send(FLOOD, 'file', [photo], { 'X-Page': page });
      expect(answer.status).toBe(200);
      expect(overtakenBy(answer.headers.get('x-job-id') ?? '')).toBe(0);
    }
    expect((await server.platform.queue.depth()).waiting).toBeGreaterThan(0);
    await Promise.all(
      answers.map((answer) => fetch(server.url + answer.headers.get('location'), { method: 'DELETE' })),
    );
  });

  it('does not wait behind a batch of ten decks', async () => {
    await start();
    const leave = new AbortController();
    const batch = send(FLOOD, 'files', Array<Blob>(10).fill(deck), {}, leave.signal).catch(() => null);
    await expect.poll(() => steps.filter(({ what }) => what === 'sent').length).toBe(11);
    await sendsOnePictureThrough();
    leave.abort();
    await batch;
  });
});
