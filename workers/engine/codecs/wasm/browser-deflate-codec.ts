import { concatBytes } from '../../base/bytes.ts';
import { EngineError } from '../../api/errors.ts';
import { CodecBreakdownError, reading, writing } from '../codec-breakdown.ts';
import type { DeflateCodec } from '../ports/deflate-codec.ts';
import { deflateOptimally, isForLibdeflate, Reloadable } from '../shared/index.ts';
import type { LoadAsset } from './assets.ts';
import { compileAsset } from './compile-asset.ts';
import { INPUT_BYTES, OUTPUT_BYTES, ZLIB, ZlibStream } from './zlib-stream.ts';
import { SALVAGE_PIECE_BYTES } from '../tuning.ts';

type InflateOptions = Parameters<DeflateCodec['inflate']>[1];

/** zlib for inflating and what is too large for libdeflate, which deflates the rest: as the native codec has it. */
export function createBrowserDeflateCodec(load: LoadAsset): DeflateCodec {
  const library = new Reloadable(async () => new ZlibStream(await compileAsset('zlib-stream', load)));
  const forgetting = async <T>(work: (zlib: ZlibStream) => T): Promise<T> => {
    const zlib = await library.get();
    try {
      return work(zlib);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) library.forget();
      throw error;
    }
  };
  return {
    inflate: (bytes, options) => reading(() => forgetting((zlib) => inflate(zlib, bytes, options)), broken),
    deflate: (bytes, { format, level }) =>
      writing(() =>
        isForLibdeflate(bytes.length, level)
          ? deflateOptimally(bytes, { format, level })
          : forgetting((zlib) => deflate(zlib, bytes, format, level)),
      ),
  };
}

/** What could be inflated, and how it ended. */
interface Inflated {
  readonly output: Uint8Array;
  readonly end: 'whole' | 'cut short' | 'broken';
}

function inflate(zlib: ZlibStream, bytes: Uint8Array, options: InflateOptions): Uint8Array {
  const { format, tolerant = false, maxOutputBytes } = options;
  const { output, end } = inflateBy(zlib, bytes, { format, maxOutputBytes, pieceBytes: OUTPUT_BYTES });
  if (end === 'whole' || (end === 'cut short' && tolerant)) return output;
  if (!tolerant) throw broken();
  // The checksum is not looked at, and small pieces lose little before the fault: the native codec's own sizes.
  const bare = format === 'zlib' ? bytes.subarray(2) : bytes;
  const saved = inflateBy(zlib, bare, { format: 'raw', maxOutputBytes, pieceBytes: SALVAGE_PIECE_BYTES });
  if (saved.end !== 'broken' || saved.output.length > 0) return saved.output;
  throw broken();
}

interface PieceOptions extends Pick<InflateOptions, 'format' | 'maxOutputBytes'> {
  /** Output comes in pieces of this size; the one in which a fault is found is lost, as in Node. */
  readonly pieceBytes: number;
}

function inflateBy(
  zlib: ZlibStream,
  bytes: Uint8Array,
  { format, maxOutputBytes, pieceBytes }: PieceOptions,
): Inflated {
  checkStatus(zlib.startInflating(format));
  const parts: Uint8Array[] = [];
  let [total, room] = [0, pieceBytes];
  const done = (end: Inflated['end']): Inflated => ({ output: concatBytes(parts), end });
  for (let at = 0; at < bytes.length; at += INPUT_BYTES) {
    zlib.feed(bytes.subarray(at, at + INPUT_BYTES));
    for (let isFull = true; isFull;) {
      const { status, output } = zlib.run(room, ZLIB.noFlush);
      if (status === ZLIB.memoryError) checkStatus(status);
      if (status < 0 && status !== ZLIB.bufferError) return done('broken');
      total += output.length;
      if (total > maxOutputBytes) throw tooMuch();
      parts.push(output);
      if (status === ZLIB.streamEnd) return done('whole');
      if (status > 0) return done('broken');
      isFull = output.length === room;
      room = isFull ? pieceBytes : room - output.length;
    }
  }
  return done('cut short');
}

function deflate(zlib: ZlibStream, bytes: Uint8Array, format: 'zlib' | 'raw', level: number): Uint8Array {
  checkStatus(zlib.startDeflating(format, level));
  const parts: Uint8Array[] = [];
  for (let at = 0; ; at += INPUT_BYTES) {
    const isLast = at + INPUT_BYTES >= bytes.length;
    zlib.feed(bytes.subarray(at, at + INPUT_BYTES));
    for (let isFull = true; isFull;) {
      const { output } = zlib.run(OUTPUT_BYTES, isLast ? ZLIB.finish : ZLIB.noFlush);
      parts.push(output);
      isFull = output.length === OUTPUT_BYTES;
    }
    if (isLast) return concatBytes(parts);
  }
}

function checkStatus(status: number): void {
  if (status !== ZLIB.ok) throw new CodecBreakdownError(`zlib answered with its status ${status}.`);
}

function broken(cause?: unknown): EngineError {
  return new EngineError('damaged', 'A compressed part of the file is broken or cut short.', { cause });
}

function tooMuch(): EngineError {
  return new EngineError('limit-exceeded', 'The file unpacks to more than we accept.');
}
