/** Classes of characters in PDF syntax (ISO 32000-1, 7.2.2). */
export const WHITE = 1;
export const DELIMITER = 2;
export const NUMERIC = 4;

/** The class of each byte; 0 for letters and the rest. */
export const CHARACTER_CLASS: Uint8Array = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) CHARACTER_CLASS[code] = WHITE;
for (const char of '()<>[]{}/%') CHARACTER_CLASS[char.charCodeAt(0)] = DELIMITER;
for (const char of '0123456789+-.') CHARACTER_CLASS[char.charCodeAt(0)] = NUMERIC;

/** Whether a byte is white space; the end of the bytes is not. */
export function isWhite(code: number | undefined): boolean {
  return code !== undefined && CHARACTER_CLASS[code] === WHITE;
}

/** Whether a character ends the token before it without white space. */
export function isDelimiter(code: number): boolean {
  return CHARACTER_CLASS[code] === DELIMITER;
}

/** Value of a hexadecimal digit, -1 for any other character and past the end. */
export function hexValue(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  const upper = code & 0xdf;
  return upper >= 65 && upper <= 70 ? upper - 55 : -1;
}

/** Whether an ASCII text stands at a position. */
export function matchesAt(bytes: Uint8Array, pos: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[pos + i] !== text.charCodeAt(i)) return false;
  return true;
}
