import { viewOf } from '../../../../base/bytes.ts';
import { EngineError } from '../../../../api/errors.ts';
import type { Segment } from './segments.ts';

/** A length that is only known at the end, as streaming encoders write. */
const UNKNOWN_LENGTH = 0xffffffff;
/** A count that is written in four bytes of its own. */
const LONG_COUNT = 7;
const MAX_SEGMENTS = 10_000;

/**
 * The segments of embedded JBIG2 data (ITU-T T.88, 7.2), as PDF stores it: no file header.
 * @throws EngineError "unsupported" where lengths are unknown or segments too many, "damaged" where data ends within a segment
 */
export function readSegments(bytes: Uint8Array): Segment[] {
  const segments: Segment[] = [];
  const reader = new Reader(bytes);
  while (!reader.isAtEnd) {
    if (segments.length === MAX_SEGMENTS)
      throw new EngineError('unsupported', 'The JBIG2 image has too many segments.');
    segments.push(readSegment(reader));
  }
  return segments;
}

function readSegment(reader: Reader): Segment {
  const number = reader.u32();
  const flags = reader.u8();
  let named = reader.u8() >> 5;
  if (named === LONG_COUNT) {
    reader.back(1);
    named = reader.u32() & 0x1fffffff;
    reader.skip(Math.ceil((named + 1) / 8));
  }
  reader.skip(named * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4));
  reader.skip((flags & 0x40) === 0 ? 1 : 4);
  const length = reader.u32();
  if (length === UNKNOWN_LENGTH)
    throw new EngineError('unsupported', 'The JBIG2 image has a segment of unknown length.');
  return { type: flags & 63, data: reader.take(length) };
}

class Reader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  take(count: number): Uint8Array {
    if (this.at + count > this.bytes.length)
      throw new EngineError('damaged', 'The JBIG2 image ends too early.');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  skip(count: number): void {
    this.take(count);
  }

  back(count: number): void {
    this.at -= count;
  }

  u8(): number {
    return this.take(1)[0]!;
  }

  u32(): number {
    return viewOf(this.take(4)).getUint32(0);
  }
}
