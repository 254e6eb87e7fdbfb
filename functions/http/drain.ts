import type { IncomingMessage } from 'node:http';

/** What a client may still send after it was answered; more than that is cut off. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_MS = 60_000;

const draining = new WeakSet<IncomingMessage>();

/** How long a client that is cut off may take to read its answer. */
const LAST_WORDS_MS = 50;

/**
 * Reads what is left of a request and throws it away. Clients that are still sending would otherwise see
 * a reset connection instead of their answer. May be called twice.
 * @param maxBytes after which it is not read any further, and cut off when the answer has had time to arrive
 */
export function drain(request: IncomingMessage, maxBytes = MAX_BYTES): void {
  if (request.complete || request.destroyed || draining.has(request)) return;
  draining.add(request);
  closeWhenRead(request);
  let left = maxBytes;
  const cut = () => request.destroy();
  let timer = setTimeout(cut, MAX_MS);
  timer.unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    request.pause();
    clearTimeout(timer);
    timer = setTimeout(cut, LAST_WORDS_MS);
    timer.unref();
  });
  request.on('error', () => {});
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

/** Node closes the connection of a client that has no further request as soon as it is answered, also while that client is still sending. */
function closeWhenRead(request: IncomingMessage): void {
  const { socket } = request;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (request.complete) close();
    else request.once('end', close);
  };
}
