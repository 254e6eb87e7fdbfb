import type { IncomingMessage } from 'node:http';
import { ApiError } from '../services/api-error.ts';

/**
 * A line that was away for half a minute is heard of again after 51 s, when TCP tries for the eighth time. A body that is
 * shorter than it says cannot be told from it, and is held as long.
 */
const IDLE_MS = 60_000;
/** In that time at least; a line of 2 kbit/s brings more. Bytes one by one would hold a place for half an hour. */
const LEAST_BYTES = 10_000;

export interface BodyLimits {
  /** Longest body, form and all. */
  readonly maxBodyBytes: number;
  /** A client that sends next to nothing for so long has gone. */
  readonly idleMs?: number;
}

/** Calls `fail` when the client goes away, falls silent or sends too much. Returns how to stop watching. */
export function watchBody(
  request: IncomingMessage,
  options: BodyLimits,
  fail: (error: ApiError) => void,
): () => void {
  let left = options.maxBodyBytes;
  let sinceLook = 0;
  const onData = (chunk: Buffer) => {
    left -= chunk.length;
    sinceLook += chunk.length;
    if (left < 0) fail(new ApiError('too-large'));
    if (sinceLook < LEAST_BYTES) return;
    sinceLook = 0;
    idle.refresh();
  };
  const onEnd = () => {
    // Not `complete`: what had arrived and was not read yet is gone with the connection.
    if (!request.readableEnded) fail(incompleteUpload());
  };
  const onIdle = () => {
    // Paused means that the store is slow, not the client.
    if (request.isPaused()) idle.refresh();
    else fail(incompleteUpload());
  };
  const idle = setTimeout(onIdle, options.idleMs ?? IDLE_MS);
  request.on('data', onData);
  // All is here: what takes long now is ours, not the client's.
  request.once('end', () => clearTimeout(idle));
  request.on('error', onEnd);
  request.on('close', onEnd);
  // Gone before this call: its last event has passed.
  if (request.destroyed) onEnd();
  return () => {
    clearTimeout(idle);
    request.off('data', onData);
    request.off('close', onEnd);
  };
}

/** What a client is told whose upload breaks off. */
function incompleteUpload(): ApiError {
  return new ApiError('invalid-request', {
    message: 'The upload ended before it was complete. Please send it again.',
  });
}
