import { ByteSink } from './byte-sink.ts';

const CLEAR = 256;
const END = 257;

/**
 * LZWDecode (ISO 32000-1, 7.4.4). A broken code ends the data, as in other readers.
 * @param earlyChange 1 when codes grow one entry early, the default of the filter
 * @throws EngineError "limit-exceeded" past maxBytes
 */
export function decodeLzw(bytes: Uint8Array, earlyChange: number, maxBytes: number): Uint8Array {
  const sink = new ByteSink(bytes.length * 4, maxBytes);
  // An entry is a stretch of what was written before: where it starts, how long it is.
  const starts = new Int32Array(4097);
  const lengths = new Int32Array(4097);
  let next = 258;
  let width = 9;
  let previous = -1;
  let buffer = 0;
  let bits = 0;
  for (let pos = 0; ;) {
    while (bits < width && pos < bytes.length) {
      buffer = ((buffer << 8) | bytes[pos++]!) & 0xffffff;
      bits += 8;
    }
    if (bits < width) break;
    bits -= width;
    const code = (buffer >> bits) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      next = 258;
      width = 9;
      previous = -1;
      continue;
    }
    const start = sink.length;
    if (code < 256) sink.push(code);
    else if (code < next) copyWithin(sink, starts[code]!, lengths[code]!);
    else if (code === next && previous >= 0) copyWithin(sink, previous, start - previous + 1);
    else break;
    if (previous >= 0 && next < 4096) {
      starts[next] = previous;
      lengths[next] = start - previous + 1;
      next++;
    }
    previous = start;
    width = codeBits(next + earlyChange);
  }
  return sink.result();
}

/** Bits of a code when the table has so many entries. */
function codeBits(entries: number): number {
  return entries >= 2048 ? 12 : entries >= 1024 ? 11 : entries >= 512 ? 10 : 9;
}

/** Source and target may overlap: the last byte copied can be the first one written. */
function copyWithin(sink: ByteSink, from: number, count: number): void {
  const bytes = sink.room(count);
  for (let i = 0; i < count; i++) bytes[sink.length + i] = bytes[from + i]!;
  sink.length += count;
}
