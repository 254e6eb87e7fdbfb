import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { CompressionReport } from '#engine/index.ts';
import { Featherpress, FeatherpressError } from '../client/index.ts';
import { LAST_WORD_MS } from '../client/server-line.ts';
import type { EngineResult, EngineRunner, RunRequest } from './engine-runner.ts';
import { RemoteError } from './remote-error.ts';
import { addressOf, nameOfAddress } from './web-address.ts';

interface RemoteServer {
  /** Address of an installation, e.g. https://featherpress.example. */
  readonly url: string;
  /** Sent as a bearer token; undefined sends none. */
  readonly key?: string | undefined;
  /** Files at once [4]. */
  readonly jobs?: number | undefined;
}

/** Files at once that an anonymous client may send. */
const USUAL_JOBS = 4;
/** Share of the way that is behind once a file has arrived. */
const SENT_SHARE = 0.5;

/** Compresses files on an installation of Featherpress, over broken lines and busy servers. */
export async function createRemoteRunner(server: RemoteServer, fileCount: number): Promise<EngineRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'featherpress-'));
  const client = new Featherpress({ server: server.url, key: server.key });
  let results = 0;
  return {
    size: Math.max(1, Math.min(server.jobs ?? USUAL_JOBS, fileCount)),
    async run(request) {
      const path = join(folder, String(++results));
      try {
        return await runRemotely(client, request, path);
      } catch (error) {
        request.signal.throwIfAborted();
        throw error instanceof FeatherpressError ? remoteError(error) : error;
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** @param path where the result goes */
async function runRemotely(
  client: Featherpress,
  { input, options, signal, onProgress }: RunRequest,
  path: string,
): Promise<EngineResult> {
  if (input === '-') await writeFile(path, await buffer(process.stdin));
  const address = addressOf(input);
  const { id } = await client.start(address ?? (await openAsBlob(input === '-' ? path : input)), {
    ...options,
    target: options.targetBytes,
    name: input === '-' ? 'file' : address ? nameOfAddress(address) : basename(input),
    signal,
    onUploadProgress: ({ sentBytes, totalBytes }) => onProgress?.((SENT_SHARE * sentBytes) / totalBytes),
  });
  try {
    for await (const update of client.follow(id, { signal }))
      if (update.type === 'progress') onProgress?.(SENT_SHARE + (1 - SENT_SHARE) * update.progress.progress);
    const result = await client.result(id, { signal });
    await pipeline(Readable.fromWeb(result.stream() as never), createWriteStream(path), { signal });
    return {
      report: result.report as CompressionReport,
      path,
      release: () => rm(path, { force: true }),
    };
  } finally {
    // The server forgets the file at once, also when we were interrupted.
    const inTime = { signal: AbortSignal.timeout(LAST_WORD_MS) };
    await client.cancel(id, inTime).catch(() => {}); // It forgets it by itself after some minutes.
  }
}

function remoteError({ code, message }: FeatherpressError): RemoteError {
  return new RemoteError(code === 'network' ? 'unreachable' : code, message);
}
