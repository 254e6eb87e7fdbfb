import { setTimeout as pause } from 'node:timers/promises';
import { digestOf, type ChaosFile } from './chaos-files.ts';
import type { Ending, Ledger } from './ledger.ts';
import type { Random } from '../random.ts';

/** What every client of a run works with. */
export interface ClientContext {
  /** The web server that this client talks to. */
  readonly url: string;
  readonly random: Random;
  readonly ledger: Ledger;
  /** Names of the files whose records we damaged. */
  readonly tampered: ReadonlySet<string>;
  /** How many messages of jobs are in the queue. */
  readonly openMessages: () => Promise<number>;
  readonly good: readonly ChaosFile[];
  readonly bad: readonly ChaosFile[];
}

type Client = (context: ClientContext) => Promise<Ending>;

/**
 * A job that has not ended while the queue holds no message is lost: nobody will work on it. Other jobs may keep the queue
 * from being empty, so that there is an end to waiting too. It is far beyond the eight minutes for which workers put a job
 * off while a part is away, as a busy machine takes longer for everything.
 */
const PATIENCE_MS = 1_800_000;
const POLL_MS = 100;
/** So often a waiting client looks into the queue; a file that is being replaced may be missed once. */
const LOOK_EVERY_POLLS = 20;
const LOOKS = 2;

/** A part is away, or, in the words of a proxy, the server is. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 507]);

/** How clients behave, by weight. */
export const CLIENTS: readonly { readonly name: string; readonly weight: number; readonly run: Client }[] = [
  { name: 'asynchronous', weight: 5, run: asynchronous },
  { name: 'synchronous', weight: 3, run: synchronous },
  { name: 'bad file', weight: 1, run: badFile },
  { name: 'leaves while uploading', weight: 1, run: leavesWhileUploading },
  { name: 'leaves while waiting', weight: 1, run: leavesWhileWaiting },
  { name: 'leaves while downloading', weight: 1, run: leavesWhileDownloading },
  { name: 'takes its job back', weight: 1, run: takesJobBack },
];

/** Sends, waits on the line, and gives up when the line breaks: nobody said that the job was taken. */
async function synchronous(context: ClientContext): Promise<Ending> {
  const file = one(context, context.good);
  const start = performance.now();
  const answer = await orUnresolved(() => send(context, file));
  if (answer === null) return 'unresolved';
  if (AWAY.has(answer.status)) {
    await letGo(answer);
    return 'unresolved';
  }
  const bytes = await orUnresolved(() => answer.bytes());
  if (bytes === null) return 'unresolved';
  if (answer.status !== 200) return innocentFailed(context, file, answer.status, bytes);
  context.ledger.latenciesMs.push(performance.now() - start);
  return compared(context, file, bytes);
}

/** Sends, gets 202, and follows the job through every restart. */
async function asynchronous(context: ClientContext): Promise<Ending> {
  const file = one(context, context.good);
  const start = performance.now();
  const accepted = await acceptedJob(context, file);
  if (accepted === null) return 'unresolved';
  const ended = await waitForEnd(context, accepted.jobId);
  if (context.tampered.has(file.name)) return 'tampered';
  if (ended.status !== 'completed') {
    context.ledger.violated(
      `${file.name} was fine and ended as ${ended.status} (${ended.code ?? 'no code'})`,
    );
    return 'unresolved';
  }
  const result = await persistently(() => fetch(`${context.url}/api/jobs/${accepted.jobId}/result`));
  const bytes = await orUnresolved(() => result!.bytes());
  if (bytes === null) return 'unresolved';
  context.ledger.latenciesMs.push(performance.now() - start);
  if (context.random.next() < 0.5)
    await persistently(() => fetch(`${context.url}/api/jobs/${accepted.jobId}`, { method: 'DELETE' }));
  return compared(context, file, bytes);
}

async function badFile(context: ClientContext): Promise<Ending> {
  const file = one(context, context.bad);
  const answer = await orUnresolved(() => send(context, file));
  await letGo(answer);
  if (answer === null || AWAY.has(answer.status)) return 'unresolved';
  if (answer.status >= 400 && answer.status < 500) return 'refused';
  if (context.tampered.has(file.name)) return 'tampered';
  context.ledger.violated(`A bad file was answered with ${answer.status}`);
  return 'refused';
}

async function leavesWhileUploading(context: ClientContext): Promise<Ending> {
  const leaving = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      stream.enqueue(new TextEncoder().encode('--edge\r\nContent-Disposition: form-data; name="file"; '));
      await pause(context.random.between(5, 60));
      leaving.abort();
      // Where the request had not begun, fetch gives it up and reads on, and this process would never end.
      stream.error(leaving.signal.reason);
    },
  });
  const headers = { 'Content-Type': 'multipart/form-data; boundary=edge' };
  const init = { method: 'POST', body, headers, duplex: 'half', signal: leaving.signal } as const;
  await fetch(`${context.url}/api/compress`, init).catch(() => null);
  return 'withdrawn';
}

async function leavesWhileWaiting(context: ClientContext): Promise<Ending> {
  const leaving = AbortSignal.timeout(Math.round(context.random.between(2, 150)));
  await send(context, one(context, context.good), { signal: leaving }).catch(() => null);
  return 'withdrawn';
}

/** Reads the first bytes of an answer, or of a result that it fetches, and is gone. */
async function leavesWhileDownloading(context: ClientContext): Promise<Ending> {
  const leaving = new AbortController();
  const file = one(context, context.good);
  const accepted = context.random.chance(0.5) ? await acceptedJob(context, file) : null;
  if (accepted) await waitForEnd(context, accepted.jobId);
  const answer = await orUnresolved(() =>
    accepted
      ? fetch(`${context.url}/api/jobs/${accepted.jobId}/result`, { signal: leaving.signal })
      : send(context, file, { signal: leaving.signal }),
  );
  const reader = answer?.body?.getReader();
  await orUnresolved(async () => reader?.read());
  leaving.abort();
  return 'withdrawn';
}

async function takesJobBack(context: ClientContext): Promise<Ending> {
  const accepted = await acceptedJob(context, one(context, context.good));
  if (accepted === null) return 'unresolved';
  await pause(context.random.between(0, 200));
  await persistently(() => fetch(`${context.url}/api/jobs/${accepted.jobId}`, { method: 'DELETE' }));
  return 'withdrawn';
}

let filesSent = 0;

/** One of the files, under a name of its own: an answer that tells of a failure does not name its job. */
function one({ random }: ClientContext, files: readonly ChaosFile[]): ChaosFile {
  const file = random.one(files);
  return { ...file, name: `${++filesSent}-${file.name}` };
}

function send(
  { url }: ClientContext,
  file: ChaosFile,
  init: { signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<Response> {
  const form = new FormData();
  form.set('file', new File([file.bytes], file.name, { type: file.type }));
  return fetch(`${url}/api/compress`, { method: 'POST', body: form, ...init });
}

async function acceptedJob(context: ClientContext, file: ChaosFile): Promise<{ jobId: string } | null> {
  const answer = await orUnresolved(() => send(context, file, { headers: { Prefer: 'respond-async' } }));
  if (answer?.status !== 202) {
    await letGo(answer);
    return null;
  }
  const body = (await orUnresolved(() => answer.json())) as { id: string } | null;
  return body && { jobId: body.id };
}

/** @returns how the job ended, or as what it was lost */
async function waitForEnd(
  { url, openMessages }: ClientContext,
  jobId: string,
): Promise<{ status: string; code?: string }> {
  const end = performance.now() + PATIENCE_MS;
  let emptyLooks = 0;
  for (let polls = 1; performance.now() < end; polls += 1) {
    const isLook = polls % LOOK_EVERY_POLLS === 0;
    // Before the job is asked for: its message goes after it has ended.
    const isQueueEmpty = isLook && (await openMessages().catch(() => 1)) === 0;
    const answer = await fetch(`${url}/api/jobs/${jobId}`).catch(() => null);
    if (!answer?.ok) await letGo(answer);
    if (answer?.status === 404) return { status: 'unknown', code: '404' };
    const job = answer?.ok
      ? ((await answer.json().catch(() => null)) as { status: string; code?: string } | null)
      : null;
    if (job && ['completed', 'failed', 'cancelled'].includes(job.status)) return job;
    if (isLook && job) emptyLooks = isQueueEmpty && (await isOpen(url, jobId)) ? emptyLooks + 1 : 0;
    if (emptyLooks >= LOOKS) return { status: `${job?.status ?? 'unknown'} for ever`, code: 'no message' };
    await pause(POLL_MS);
  }
  return { status: 'unknown', code: `nothing for ${PATIENCE_MS / 60_000} minutes` };
}

/** By the store itself: where the event of its end was lost, the job is answered as open for five seconds more. */
async function isOpen(url: string, jobId: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/jobs/${jobId}/result`, { method: 'HEAD' }).catch(() => null);
  return answer?.status === 404 && answer.headers.has('Retry-After');
}

function compared({ ledger }: ClientContext, file: ChaosFile, bytes: Uint8Array): Ending {
  if (digestOf(bytes) !== file.expected) ledger.violated(`${file.name} came back with other bytes`);
  return 'answered';
}

function innocentFailed(context: ClientContext, file: ChaosFile, status: number, bytes: Uint8Array): Ending {
  if (context.tampered.has(file.name)) return 'tampered';
  const text = new TextDecoder().decode(bytes.subarray(0, 200));
  context.ledger.violated(`${file.name} was fine and was answered with ${status}: ${text}`);
  return 'unresolved';
}

/** An answer that nobody reads holds its connection, and this process, for minutes. */
async function letGo(answer: Response | null): Promise<void> {
  await orUnresolved(async () => answer?.body?.cancel());
}

/** The line may break at any moment; that is no fault of the server's. */
async function orUnresolved<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}

/** Asks again while the server is away. */
async function persistently(work: () => Promise<Response>): Promise<Response | null> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await orUnresolved(work);
    if (answer && !AWAY.has(answer.status)) return answer;
    await letGo(answer);
    await pause(100);
  }
  return null;
}
