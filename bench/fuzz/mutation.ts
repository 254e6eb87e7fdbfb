import type { Random } from '../random.ts';

/** One way to change a file. It answers null where the file has no place for it. */
export interface Mutation {
  readonly name: string;
  readonly weight: number;
  readonly apply: (file: Uint8Array, random: Random) => Uint8Array | null;
}

/** Numbers that programs get wrong: bounds of their types, zero, one off. */
export const EDGES = [0, 1, 2, 3, 7, 8, 127, 128, 254, 255, 256, 257, 32767, 32768, 65535, 65536] as const;
export const LARGE_EDGES = [...EDGES, 0x7fffffff, 0x80000000, 0xffffffff] as const;

/** A number near another one, or one that programs get wrong. @param end what the field cannot hold any more */
export function strangeNumber(value: number, end: number, random: Random): number {
  const choices = [value + 1, value - 1, value * 2, value >>> 1, random.one(LARGE_EDGES), random.below(end)];
  return (((random.one(choices) % end) + end) % end) >>> 0;
}

/** The same list with one item changed, moved, doubled or left out. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  const at = random.below(copy.length);
  const to = random.below(copy.length);
  const how = random.below(3);
  if (how === 0) copy.splice(at, 1);
  else if (how === 1) copy.splice(to, 0, copy[at]!);
  else [copy[at], copy[to]] = [copy[to]!, copy[at]!];
  return copy;
}

/** A copy with some bytes set at random places. @param most bytes changed, 1 to so many */
export function noisy(bytes: Uint8Array, random: Random, most = 8): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes);
  if (copy.length === 0) return copy;
  for (let left = 1 + random.below(most); left > 0; left -= 1) {
    const at = random.below(copy.length);
    const how = random.below(3);
    if (how === 0) copy[at]! ^= 1 << random.below(8);
    else copy[at] = how === 1 ? random.below(256) : random.one([0, 255]);
  }
  return copy;
}

/** A copy with other values in one place. */
export function patched(
  bytes: Uint8Array,
  at: number,
  ...values: readonly number[]
): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes);
  values.forEach((value, index) => {
    if (at + index < copy.length) copy[at + index] = value;
  });
  return copy;
}

/** Bytes of a number, most significant first. */
export function bigEndian(value: number, bytes: 2 | 4): number[] {
  return Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) & 255);
}

/** Bytes of a number, least significant first. */
export function littleEndian(value: number, bytes: 2 | 3 | 4): number[] {
  return Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) & 255);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
