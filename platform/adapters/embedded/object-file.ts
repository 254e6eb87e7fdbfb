import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { chunksUntilAborted } from '../abortable.ts';
import { PRIVATE_FILE_MODE } from './private-files.ts';

/**
 * One object as one file: a header of fixed size, then the bytes. The header is written last and names the length, so
 * that a file cut short by a power failure is recognised and never taken for the object.
 */
export const OBJECT_HEADER_BYTES = 512;
const MAGIC = 'featherpress-object-1';

interface ObjectHeader {
  readonly bytes: number;
  readonly contentType: string;
}

/** Writes the whole object to a new file. @returns its length without header */
export async function writeObjectFile(
  path: string,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  options: { contentType: string; lastModified: Date; signal?: AbortSignal },
): Promise<number> {
  const handle = await open(path, 'wx', PRIVATE_FILE_MODE);
  try {
    let bytes = 0;
    for await (const chunk of chunksUntilAborted(chunksOf(body), options.signal)) {
      await writeFully(handle, chunk, OBJECT_HEADER_BYTES + bytes);
      bytes += chunk.byteLength;
    }
    options.signal?.throwIfAborted();
    await writeFully(handle, encodeHeader({ bytes, contentType: options.contentType }), 0);
    await handle.utimes(options.lastModified, options.lastModified);
    return bytes;
  } finally {
    await handle.close();
  }
}

/** The opened object, or null when there is no whole object in the file. The caller closes the handle. */
export async function openObjectFile(
  path: string,
): Promise<{ handle: FileHandle; header: ObjectHeader; lastModified: Date; bodyStart: number } | null> {
  // Without O_NONBLOCK a named pipe would be waited for.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  if (!handle) return null;
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) {
      await handle.close();
      return null;
    }
    const buffer = new Uint8Array(OBJECT_HEADER_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, OBJECT_HEADER_BYTES, 0);
    const header = bytesRead === OBJECT_HEADER_BYTES ? decodeHeader(buffer) : null;
    if (header && facts.size === OBJECT_HEADER_BYTES + header.bytes)
      return { handle, header, lastModified: facts.mtime, bodyStart: OBJECT_HEADER_BYTES };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return null;
}

/**
 * Makes an object of a file that holds all its bytes, after room for the header.
 * @returns its length without header, or null when there is no such file
 */
export async function sealObjectFile(
  path: string,
  options: { contentType: string; lastModified: Date },
): Promise<number | null> {
  const handle = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return null;
  try {
    const bytes = Math.max(0, (await handle.stat()).size - OBJECT_HEADER_BYTES);
    await writeFully(handle, encodeHeader({ bytes, contentType: options.contentType }), 0);
    await handle.utimes(options.lastModified, options.lastModified);
    return bytes;
  } finally {
    await handle.close();
  }
}

async function* chunksOf(body: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  else yield* body;
}

/** Writes all of a chunk at a place in a file. */
export async function writeFully(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.byteLength;) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.byteLength - done, position + done);
    done += bytesWritten;
  }
}

function encodeHeader(header: ObjectHeader): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ magic: MAGIC, ...header }));
  if (text.byteLength > OBJECT_HEADER_BYTES)
    throw new RangeError(`Expected a content type of less than 400 bytes but received ${text.byteLength}`);
  const padded = new Uint8Array(OBJECT_HEADER_BYTES).fill(0x20);
  padded.set(text);
  return padded;
}

function decodeHeader(buffer: Uint8Array): ObjectHeader | null {
  try {
    const { magic, bytes, contentType } = JSON.parse(new TextDecoder().decode(buffer)) as Record<
      string,
      unknown
    >;
    if (magic !== MAGIC || typeof bytes !== 'number' || typeof contentType !== 'string') return null;
    return { bytes, contentType };
  } catch {
    // Not a header: the file is a torn write or not ours.
    return null;
  }
}
