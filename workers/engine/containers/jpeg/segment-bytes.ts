/** A segment with its marker and length. @param payload at most 65 533 bytes */
export function segment(marker: number, payload: ArrayLike<number>): Uint8Array {
  const result = new Uint8Array(4 + payload.length);
  result.set([0xff, marker, (payload.length + 2) >> 8, (payload.length + 2) & 255]);
  result.set(payload, 4);
  return result;
}

/** Text as bytes, one a character. */
export function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
