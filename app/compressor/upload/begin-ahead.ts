import type { QueueItem } from '../queue/queue-state.ts';
import { recognise } from '../selection/recognise.ts';
import { SMALL_BYTES, uploadByForm } from './form-upload.ts';

/** A line that has not taken a small file by then is too slow to be waited for. */
const SENT_WITHIN_MS = 300;
/** Far longer than a server takes to store one. */
const ANSWERED_WITHIN_MS = 2_000;

/**
 * Begins the job of a small file while its page goes away: the server works on it while the next page loads, which follows the job.
 * @returns its id; null where there is none, and the next page begins as if nothing had been tried
 */
export async function beginAhead({ file, kind, options, place }: QueueItem): Promise<string | null> {
  if (place !== 'server' || file.size >= SMALL_BYTES) return null;
  const late = new AbortController();
  const within = (ms: number) => setTimeout(() => late.abort(), ms);
  let timer = within(SENT_WITHIN_MS);
  try {
    const upload = { file: (await recognise(file, kind)).file, options, isLeft: true };
    const sent = await uploadByForm(upload, {
      signal: late.signal,
      onSent(bytes) {
        if (bytes < upload.file.size) return;
        clearTimeout(timer);
        timer = within(ANSWERED_WITHIN_MS);
      },
    });
    return sent.type === 'job' ? sent.jobId : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
