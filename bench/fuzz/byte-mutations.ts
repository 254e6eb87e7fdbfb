import type { Random } from '../random.ts';
import { joined, noisy, type Mutation } from './mutation.ts';

/** What can befall any file, whatever it holds. */
export const BYTE_MUTATIONS: readonly Mutation[] = [
  { name: 'noise', weight: 3, apply: (file, random) => noisy(file, random, 20) },
  { name: 'cut short', weight: 2, apply: (file, random) => file.slice(0, random.below(file.length)) },
  {
    name: 'stretch doubled',
    weight: 1,
    apply: (file, random) => {
      const { start, end } = stretch(file, random);
      return joined([file.subarray(0, end), file.subarray(start, end), file.subarray(end)]);
    },
  },
  {
    name: 'stretch left out',
    weight: 1,
    apply: (file, random) => {
      const { start, end } = stretch(file, random);
      return joined([file.subarray(0, start), file.subarray(end)]);
    },
  },
  {
    name: 'stretch zeroed',
    weight: 1,
    apply: (file, random) => {
      const { start, end } = stretch(file, random);
      return Uint8Array.from(file).fill(0, start, end);
    },
  },
  {
    name: 'data appended',
    weight: 1,
    apply: (file, random) =>
      joined([file, Uint8Array.from({ length: 1 + random.below(2000) }, () => random.below(256))]),
  },
];

/** The beginning of one file and the end of another one, which may be of another kind. */
export function spliced(first: Uint8Array, second: Uint8Array, random: Random): Uint8Array {
  return joined([
    first.subarray(0, random.below(first.length)),
    second.subarray(random.below(second.length)),
  ]);
}

function stretch(file: Uint8Array, random: Random): { start: number; end: number } {
  const start = random.below(file.length);
  const longest = Math.max(1, Math.min(file.length - start, random.chance(0.8) ? 64 : file.length));
  return { start, end: start + 1 + random.below(longest) };
}
