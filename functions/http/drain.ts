import type { IncomingMessage } from 'node:http';

/** What a client may still send after it was answered; more than that is cut off. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_MS = 60_000;

const draining = new WeakSet<IncomingMessage>();

/**
 * Reads what is left of a request and throws it away. Clients that are still sending would otherwise see
 * a reset connection instead of their answer. May be called twice.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed || draining.has(request)) return;
  draining.add(request);
  let left = MAX_BYTES;
  const cut = () => request.destroy();
  const timer = setTimeout(cut, MAX_MS);
  timer.unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  request.on('error', () => {});
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
