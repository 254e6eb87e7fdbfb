import { FeatherpressError } from './featherpress-error.ts';
import type { ServerLine } from './server-line.ts';
import { within } from './stall-watch.ts';

/** The server sent another part than the one that was asked for. */
const PART = 206;

/**
 * The body of an answer. Where the line breaks, or nothing more comes, the rest is asked for, from the byte that was missing, provided that the
 * bytes are still the same.
 * @param path that the answer came from
 */
export function resumedBody(
  line: ServerLine,
  path: string,
  first: Response,
  signal?: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const etag = first.headers.get('etag');
  const length = Number(first.headers.get('content-length') ?? NaN);
  let reader = first.body?.getReader();
  let received = 0;
  let tries = 0;

  const askForRest = async (cause: unknown): Promise<void> => {
    signal?.throwIfAborted();
    void reader?.cancel().catch(() => {});
    if (etag === null || tries >= line.retries) throw brokenOff(cause);
    await line.pause(tries++, undefined, signal);
    const headers = { Range: `bytes=${received}-`, 'If-Range': etag };
    const rest = await line.call(path, { headers, signal, isStream: true });
    if (rest.status !== PART) {
      await rest.body?.cancel();
      throw brokenOff(cause);
    }
    reader = rest.body?.getReader();
  };

  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      for (;;) {
        try {
          const read = reader && within(line.stalledAfterMs, reader.read());
          const { value, done } = (await read) ?? { value: undefined, done: true };
          if (value) {
            received += value.length;
            tries = 0;
            return controller.enqueue(value);
          }
          // A proxy may end a body early as if it were whole.
          if (done && !(received < length)) return controller.close();
          await askForRest(undefined);
        } catch (error) {
          if (error instanceof FeatherpressError || signal?.aborted) throw error;
          await askForRest(error);
        }
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}

function brokenOff(cause: unknown): FeatherpressError {
  return new FeatherpressError('The line broke while the result was fetched.', { code: 'network', cause });
}
