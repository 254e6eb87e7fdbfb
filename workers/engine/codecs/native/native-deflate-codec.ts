import {
  constants,
  createInflate,
  createInflateRaw,
  deflate,
  deflateRaw,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { promisify } from 'node:util';
import { concatBytes } from '../../base/bytes.ts';
import { EngineError } from '../../api/errors.ts';
import { asBreakdown, isBreakdown, writing } from '../codec-breakdown.ts';
import type { DeflateCodec } from '../ports/deflate-codec.ts';
import { deflateOptimally, isForLibdeflate } from '../shared/index.ts';
import { INPUT_PIECE_BYTES, LARGEST_AT_ONCE_BYTES, OUTPUT_PIECE_BYTES } from '../tuning.ts';

const deflateZlib = promisify(deflate);
const deflateBare = promisify(deflateRaw);

type InflateOptions = Parameters<DeflateCodec['inflate']>[1];

/** node:zlib for inflating and what is too large for libdeflate, which deflates the rest. */
export function createNativeDeflateCodec(): DeflateCodec {
  return {
    inflate: async (bytes, options) =>
      bytes.length <= OUTPUT_PIECE_BYTES || isSizeKnown(bytes, options)
        ? (inflateAtOnce(bytes, options) ?? inflate(bytes, options))
        : inflate(bytes, options),
    deflate: (bytes, options) => writing(() => deflateAt(bytes, options)),
  };
}

async function deflateAt(
  bytes: Uint8Array,
  { format, level }: Parameters<DeflateCodec['deflate']>[1],
): Promise<Uint8Array> {
  if (isForLibdeflate(bytes.length, level)) return deflateOptimally(bytes, { format, level });
  const result = await (format === 'zlib' ? deflateZlib : deflateBare)(bytes, { level, memLevel: 9 });
  return new Uint8Array(result.buffer, result.byteOffset, result.length);
}

/**
 * A picture says how much it unpacks to, and so its limit is near: one buffer then, instead of many that are joined.
 * Deflate packs by 1032 to 1 at most, so a limit beyond that is no size but a guess.
 */
function isSizeKnown(bytes: Uint8Array, { maxOutputBytes, isSizeKnown = true }: InflateOptions): boolean {
  return isSizeKnown && maxOutputBytes <= Math.min(LARGEST_AT_ONCE_BYTES, bytes.length * 1032);
}

/** @returns undefined when the stream is broken; then the stream is read in pieces, which saves what can be saved */
function inflateAtOnce(bytes: Uint8Array, options: InflateOptions): Uint8Array | undefined {
  try {
    const result = (options.format === 'zlib' ? inflateSync : inflateRawSync)(bytes, {
      maxOutputLength: Math.max(1, Math.min(options.maxOutputBytes, 0x7fff_ffff)),
      finishFlush: options.tolerant ? constants.Z_SYNC_FLUSH : constants.Z_FINISH,
      ...(bytes.length > OUTPUT_PIECE_BYTES ? { chunkSize: options.maxOutputBytes } : {}),
    });
    return new Uint8Array(result.buffer, result.byteOffset, result.length);
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooMuch();
    if (isBreakdown(error)) throw notInflated(error);
    return undefined;
  }
}

function inflate(bytes: Uint8Array, options: InflateOptions): Promise<Uint8Array> {
  const create = options.format === 'zlib' ? createInflate : createInflateRaw;
  // Without Z_FINISH a stream that is cut short ends quietly with what there was.
  const finishFlush = options.tolerant ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
  return drain(create({ finishFlush, chunkSize: OUTPUT_PIECE_BYTES }), bytes, options, (cause) => {
    if (options.tolerant) return salvage(bytes, options);
    throw brokenStream(cause);
  });
}

/**
 * Saves what can be saved: the checksum is not looked at, and small pieces of output lose little before the fault.
 * zlib keeps back the whole piece in which it finds an error.
 */
function salvage(bytes: Uint8Array, options: InflateOptions): Promise<Uint8Array> {
  const stream = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 64 });
  const bare = options.format === 'zlib' ? bytes.subarray(2) : bytes;
  return drain(stream, bare, options, (cause, saved) => {
    if (saved.length > 0) return saved;
    throw brokenStream(cause);
  });
}

/** Everything that the stream makes of the bytes, counted while inflating; `onFault` answers for a broken one. */
function drain(
  stream: ReturnType<typeof createInflate>,
  bytes: Uint8Array,
  { maxOutputBytes }: InflateOptions,
  onFault: (cause: unknown, saved: Uint8Array) => Uint8Array | Promise<Uint8Array>,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let total = 0;
  return new Promise<Uint8Array>((resolve, reject) => {
    stream.on('data', (part: Uint8Array) => {
      total += part.length;
      parts.push(part);
      if (total > maxOutputBytes) stream.destroy(tooMuch());
    });
    stream.on('error', reject);
    stream.on('end', () => resolve(concatBytes(parts)));
    feed(stream, bytes);
  }).catch((error: unknown) => {
    if (error instanceof EngineError) throw error;
    if (isBreakdown(error)) throw notInflated(error);
    return onFault(error, concatBytes(parts));
  });
}

function notInflated(cause: unknown): Error {
  return asBreakdown('A stream could not be inflated.', cause);
}

function brokenStream(cause: unknown): EngineError {
  return new EngineError('damaged', 'A compressed part of the file is broken or cut short.', { cause });
}

function tooMuch(): EngineError {
  return new EngineError('limit-exceeded', 'The file unpacks to more than we accept.');
}

function feed(stream: ReturnType<typeof createInflate>, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += INPUT_PIECE_BYTES)
    stream.write(bytes.subarray(at, at + INPUT_PIECE_BYTES));
  stream.end();
}
