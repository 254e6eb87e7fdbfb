import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { CompressionReport } from '#engine/index.ts';
import { formatJobOptions } from '#platform/contracts/job-option-text.ts';
import type { EngineResult, EngineRunner, RunRequest } from './engine-runner.ts';

export interface RemoteServer {
  /** Address of an installation, e.g. https://featherpress.example. */
  readonly url: string;
  /** Sent as a bearer token; undefined sends none. */
  readonly key?: string | undefined;
  /** Files at once [4]. */
  readonly jobs?: number | undefined;
}

/** What the server says of a job; more fields may come. */
const jobSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  report: z.unknown().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
});
type Job = z.infer<typeof jobSchema>;

/** Files at once that an anonymous client may send. */
const USUAL_JOBS = 4;
const TRIES = 6;
const ASK_MS = 500;
const ASK_AT_MOST_MS = 5_000;
/** A quota that begins anew at midnight is not waited for. */
const PATIENCE_SECONDS = 120;
/** Answers after which the same call may succeed. Source: RFC 9110, sections 15.5 and 15.6; RFC 6585. */
const WORTH_REPEATING = new Set([408, 429, 500, 502, 503, 504]);

/** Compresses files on an installation of Featherpress, with retries over lost lines and busy servers. */
export async function createRemoteRunner(server: RemoteServer, fileCount: number): Promise<EngineRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'featherpress-'));
  let results = 0;
  return {
    size: Math.max(1, Math.min(server.jobs ?? USUAL_JOBS, fileCount)),
    async run(request) {
      const path = join(folder, String(++results));
      const job = await start(server, request, path);
      try {
        const ended = await untilEnded(server, job, request.signal);
        const answer = await call(server, `/api/jobs/${job.id}/result`, { signal: request.signal });
        await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path), {
          signal: request.signal,
        });
        return resultOf(ended, path);
      } finally {
        // The server forgets the file at once, also when we were interrupted.
        await fetch(new URL(`/api/jobs/${job.id}`, server.url), {
          method: 'DELETE',
          headers: headersOf(server),
        }).catch(
          () => {}, // It forgets it by itself after some minutes.
        );
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function start(
  server: RemoteServer,
  { input, options, signal }: RunRequest,
  scratch: string,
): Promise<Job> {
  if (input === '-') await writeFile(scratch, await buffer(process.stdin));
  const file = await openAsBlob(input === '-' ? scratch : input);
  const form = new FormData();
  for (const [name, text] of formatJobOptions(options)) form.append(name, text);
  form.append('file', file, input === '-' ? 'file' : basename(input));
  const answer = await call(server, '/api/compress', {
    method: 'POST',
    body: form,
    headers: { Prefer: 'respond-async' },
    signal,
  });
  return jobSchema.parse(await answer.json());
}

async function untilEnded(server: RemoteServer, { id }: Job, signal: AbortSignal): Promise<Job> {
  for (let wait = ASK_MS; ; wait = Math.min(wait * 1.5, ASK_AT_MOST_MS)) {
    const job = jobSchema.parse(await (await call(server, `/api/jobs/${id}`, { signal })).json());
    if (job.status === 'completed') return job;
    if (job.status === 'failed' || job.status === 'cancelled') throw refusal(job);
    await pause(wait, undefined, { signal });
  }
}

/** @returns an answer of 2xx @throws RemoteError after the last try, or at once where another would end the same */
async function call(server: RemoteServer, path: string, init: RequestInit): Promise<Response> {
  const headers = { ...headersOf(server), ...(init.headers as Record<string, string> | undefined) };
  for (let tries = 1; ; tries++) {
    const outcome = await fetch(new URL(path, server.url), { ...init, headers }).catch(
      (error: Error) => error,
    );
    init.signal?.throwIfAborted();
    if (outcome instanceof Response && outcome.ok) return outcome;
    const asked = outcome instanceof Response ? Number(outcome.headers.get('retry-after')) : 0;
    const isWorthRepeating =
      outcome instanceof Error || (WORTH_REPEATING.has(outcome.status) && asked <= PATIENCE_SECONDS);
    if (!isWorthRepeating || tries >= TRIES) throw await failureOf(outcome, server);
    await pause(1000 * (asked > 0 ? asked : 2 ** (tries - 1)), undefined, {
      signal: init.signal ?? undefined,
    });
  }
}

function headersOf({ key }: RemoteServer): Record<string, string> {
  return key === undefined ? {} : { Authorization: `Bearer ${key}` };
}

async function failureOf(outcome: Response | Error, { url }: RemoteServer): Promise<Error> {
  if (outcome instanceof Error) {
    const cause = outcome.cause instanceof Error ? outcome.cause.message : outcome.message;
    return new RemoteError('unreachable', `The server ${url} cannot be reached: ${cause}.`);
  }
  const said = jobSchema.partial().safeParse(await outcome.json().catch(() => ({})));
  const { error, code } = said.success ? said.data : {};
  return new RemoteError(
    code ?? `http-${outcome.status}`,
    error ?? `The server ${url} answered ${outcome.status}.`,
  );
}

function refusal({ error, code }: Job): RemoteError {
  return new RemoteError(code ?? 'failed', error ?? 'The server could not compress this file.');
}

/** A file that a server did not compress; the message is for people. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

function resultOf({ report }: Job, path: string): EngineResult {
  return { report: report as CompressionReport, path, release: () => rm(path, { force: true }) };
}
