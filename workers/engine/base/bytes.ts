/** One array of several, in order. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/**
 * The bytes in an array whose `slice` copies. That of Node's Buffer lends, and what writes into such a "copy" writes into
 * the file that was given.
 */
export function withCopyingSlice(bytes: Uint8Array): Uint8Array {
  const lends = bytes.slice(0, 0).buffer === bytes.buffer;
  return lends ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) : bytes;
}

/** Whether two arrays hold the same values. */
export function equalBytes(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** `value` brought into `min` to `max`, both inclusive. */
export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

/** One character for each byte (ISO 8859-1), from `start` to before `end`. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  // A call takes a bounded number of arguments.
  for (let at = start; at < Math.min(end, bytes.length); at += LATIN1_CHUNK)
    // Spreading would go through an iterator, at ten times the time.
    text += String.fromCharCode.apply(
      null,
      bytes.subarray(at, Math.min(at + LATIN1_CHUNK, end)) as unknown as number[],
    );
  return text;
}

const LATIN1_CHUNK = 8192;

/** The low byte of every character: the opposite of {@link latin1}. */
export function latin1Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** A view of the same bytes for numbers of several bytes; respects the array's offset. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
