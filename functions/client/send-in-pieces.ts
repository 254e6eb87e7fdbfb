import { FeatherpressError } from './featherpress-error.ts';
import { endUpload, uploadResumably, type UploadPlan } from './resumable-upload.ts';
import { sendWithProgress, type UploadProgress } from './send-with-progress.ts';
import { isWorthRepeating, LAST_WORD_MS, uploadLimitMs, type ServerLine } from './server-line.ts';

interface PiecesWatch {
  /** Ends the upload with the signal's reason; the server then keeps nothing of it. */
  readonly signal?: AbortSignal | undefined;
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
}

/**
 * Sends a file by a resumable upload and goes on after every break of the line, for as long as that leads anywhere.
 * @returns the id of its job
 */
export async function sendInPieces(
  line: ServerLine,
  what: Pick<UploadPlan, 'file' | 'name' | 'fields'>,
  { signal, onUploadProgress }: PiecesWatch,
): Promise<string> {
  const place = { path: null as string | null };
  const totalBytes = what.file.size;
  const { stalledAfterMs } = line;
  let furthest = 0;
  let tries = 0;
  const plan: UploadPlan = {
    ...what,
    send: ({ method, path, headers, body, onSent }) =>
      line.call(path, {
        method,
        headers,
        signal: method === 'DELETE' ? AbortSignal.timeout(LAST_WORD_MS) : signal,
        // What is left of a piece after a break, the upload itself knows.
        ...(body
          ? {
              body: () => body,
              retries: 0,
              answerWithinMs: uploadLimitMs(body.size),
              send: sendWithProgress(body, {
                onProgress: ({ sentBytes }) => onSent?.(sentBytes),
                stalledAfterMs,
                fetch: line.ownFetch,
              }),
            }
          : {}),
      }),
    onSent: (sentBytes) => onUploadProgress?.({ sentBytes, totalBytes }),
    onStand(offset) {
      // What has left counts for nothing: megabytes may stand in front of a line that is dead.
      if (offset > furthest) tries = 0;
      furthest = Math.max(furthest, offset);
    },
  };
  let id: string | null | undefined;
  while (id === undefined) {
    try {
      id = await uploadResumably(plan, place);
    } catch (error) {
      if (signal?.aborted) {
        await endUpload(plan, place).catch(() => {}); // It expires by itself.
        throw error;
      }
      const mayEndWell = error instanceof FeatherpressError && isWorthRepeating(error);
      if (!mayEndWell || tries >= line.retries) throw error;
      await line.pause(tries++, error.retryAfterSeconds, signal);
    }
  }
  if (id === null) throw new FeatherpressError('The server named no job.', { code: 'unexpected-answer' });
  return id;
}
