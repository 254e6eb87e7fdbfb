import { hexValue } from '../../reading/characters.ts';

/** The two parts of a Type 1 program. */
interface Type1Parts {
  readonly clear: Uint8Array;
  /** The eexec part, decrypted. */
  readonly hidden: Uint8Array;
}

const EEXEC = [0x65, 0x65, 0x78, 0x65, 0x63];

/**
 * Splits a program at `eexec` and decrypts what follows, binary or hexadecimal.
 * @returns undefined when there is no such part
 */
export function type1Parts(program: Uint8Array): Type1Parts | undefined {
  const bytes = program[0] === 0x80 ? withoutPfbHeaders(program) : program;
  const found = indexOf(bytes, EEXEC);
  if (found < 0) return undefined;
  let start = found + EEXEC.length;
  while (isBlank(bytes[start])) start++;
  const rest = bytes.subarray(start);
  const isHex = rest.length >= 8 && rest.subarray(0, 4).every((byte) => hexValue(byte) >= 0);
  return { clear: bytes.subarray(0, found), hidden: decrypt(isHex ? fromHex(rest) : rest, 55665, 4) };
}

/**
 * Decrypts what the Type 1 format hides.
 * @param key   55665 for the eexec part, 4330 for charstrings
 * @param skip  how many random bytes stand in front
 */
export function decrypt(bytes: Uint8Array, key: number, skip: number): Uint8Array {
  const result = new Uint8Array(Math.max(0, bytes.length - skip));
  let r = key;
  for (let i = 0; i < bytes.length; i++) {
    const cipher = bytes[i]!;
    if (i >= skip) result[i - skip] = cipher ^ (r >> 8);
    r = ((cipher + r) * 52845 + 22719) & 0xffff;
  }
  return result;
}

/** Joins the segments of a PFB file: 0x80, kind, length in four bytes, data. */
function withoutPfbHeaders(file: Uint8Array): Uint8Array {
  const result = new Uint8Array(file.length);
  let length = 0;
  for (let at = 0; at + 6 <= file.length && file[at] === 0x80 && file[at + 1]! < 3;) {
    const size = file[at + 2]! | (file[at + 3]! << 8) | (file[at + 4]! << 16) | (file[at + 5]! << 24);
    if (size < 0 || at + 6 + size > file.length) break;
    result.set(file.subarray(at + 6, at + 6 + size), length);
    length += size;
    at += 6 + size;
  }
  return result.subarray(0, length);
}

function indexOf(bytes: Uint8Array, word: readonly number[]): number {
  for (let at = bytes.indexOf(word[0]!); at >= 0; at = bytes.indexOf(word[0]!, at + 1)) {
    if (word.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

function fromHex(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length >> 1);
  let digits = 0;
  for (const byte of bytes) {
    const value = hexValue(byte);
    if (value < 0) continue;
    if (digits >> 1 < result.length) result[digits >> 1]! |= digits % 2 === 0 ? value << 4 : value;
    digits++;
  }
  return result.subarray(0, digits >> 1);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}
