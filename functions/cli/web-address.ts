import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { RemoteError } from './remote-error.ts';

/** The address of an input on the web; null for a path. */
export function addressOf(input: string): URL | null {
  return /^https?:\/\//i.test(input) && URL.canParse(input) ? new URL(input) : null;
}

/** The last part of an address as the name of a file. */
export function nameOfAddress({ pathname }: URL): string {
  try {
    return basename(decodeURIComponent(pathname)) || 'file';
  } catch {
    return basename(pathname) || 'file';
  }
}

/** Fetches a file of at most 200 MB. @param path where it goes @throws RemoteError, or the signal's reason */
export async function download(address: URL, path: string, signal: AbortSignal): Promise<void> {
  const failed = (why: string) => new RemoteError('source-failed', `It could not be fetched: ${why}.`);
  const answer = await fetch(address, { signal }).catch((error: Error) => {
    signal.throwIfAborted();
    throw failed(error.cause instanceof Error ? error.cause.message : error.message);
  });
  if (!answer.ok || !answer.body) throw failed(`the server answered ${answer.status}`);
  let bytes = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > OPERATING_LIMITS.maxFileBytes ? failed('it is larger than 200 MB') : null, chunk);
    },
  });
  const body = Readable.fromWeb(answer.body as ReadableStream);
  await pipeline(body, bounded, createWriteStream(path), { signal }).catch((error: Error) => {
    signal.throwIfAborted();
    throw error instanceof RemoteError ? error : failed(error.message);
  });
}
