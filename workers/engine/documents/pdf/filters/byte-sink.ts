import { EngineError } from '../../../api/errors.ts';

/** A growing buffer that refuses to grow past a limit. */
export class ByteSink {
  private bytes: Uint8Array;
  private readonly maxBytes: number;
  length = 0;

  constructor(expected: number, maxBytes: number) {
    this.maxBytes = maxBytes;
    this.bytes = new Uint8Array(Math.max(64, Math.min(expected, maxBytes)));
  }

  /** Makes room and answers the buffer; the caller writes at `length` and moves it on. @throws EngineError "limit-exceeded" */
  room(more: number): Uint8Array {
    const needed = this.length + more;
    if (needed > this.maxBytes)
      throw new EngineError('limit-exceeded', 'A stream in this PDF unpacks to more than can be handled.');
    if (needed > this.bytes.length) {
      const bigger = new Uint8Array(Math.min(this.maxBytes, Math.max(needed, this.bytes.length * 2)));
      bigger.set(this.bytes.subarray(0, this.length));
      this.bytes = bigger;
    }
    return this.bytes;
  }

  /** Appends a byte. @throws EngineError "limit-exceeded" */
  push(byte: number): void {
    this.room(1)[this.length++] = byte;
  }

  result(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}
