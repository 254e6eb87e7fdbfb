import { Readable } from 'node:stream';

/**
 * The whole of a small body, such as a record of ours.
 * @throws Error with code "body-too-large" past `maxBytes`; the rest of the body is let go
 */
export async function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) {
      const error = new Error(`Expected at most ${maxBytes} bytes but received more`);
      throw Object.assign(error, { code: 'body-too-large' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The first bytes of a body, at most so many; the rest is let go. */
export async function readFirst(body: AsyncIterable<Uint8Array>, bytes: number): Promise<Buffer> {
  const source = body[Symbol.asyncIterator]();
  try {
    return Buffer.concat(await takeChunks(source, bytes)).subarray(0, bytes);
  } finally {
    await source.return?.();
  }
}

/** Chunks until they hold so many bytes or the source ends. What follows can still be read from the source. */
export async function takeChunks(source: AsyncIterator<Uint8Array>, bytes: number): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length < bytes;) {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  return chunks;
}

/**
 * Frees what a body holds, whether it was read or not: a descriptor, a connection. Returning an iterator that was never
 * asked for anything does not, as its generator has not begun.
 */
export async function abandon(body: AsyncIterable<Uint8Array>): Promise<void> {
  if (body instanceof Readable) body.destroy();
  else await body[Symbol.asyncIterator]().return?.();
}
