import type { FileKind } from '#engine/index.ts';
import type { Random } from '../random.ts';
import { BYTE_MUTATIONS, spliced } from './byte-mutations.ts';
import { JPEG_MUTATIONS } from './jpeg-mutations.ts';
import type { Mutation } from './mutation.ts';
import { PDF_MUTATIONS } from './pdf-mutations.ts';
import { PNG_MUTATIONS } from './png-mutations.ts';
import { PPTX_MUTATIONS } from './pptx-mutations.ts';
import type { Seed } from './seeds.ts';
import { WEBP_MUTATIONS } from './webp-mutations.ts';

/** Ways to change a kind that know its format; tests/unit/bench/kinds.test.ts names what is missing. */
export const MUTATIONS: Readonly<Partial<Record<FileKind, readonly Mutation[]>>> = {
  jpeg: JPEG_MUTATIONS,
  png: PNG_MUTATIONS,
  webp: WEBP_MUTATIONS,
  pdf: PDF_MUTATIONS,
  pptx: PPTX_MUTATIONS,
};

/** Files longer than this are no use: they cost time and show nothing that a short one does not. */
const MAX_GROWTH = 4;

export interface Mutated {
  readonly bytes: Uint8Array;
  /** What was done, in order. */
  readonly mutations: readonly string[];
}

/** Changes a seed in one to four ways, most of which keep its structure. The same random numbers give the same file. */
export function mutate(seed: Seed, seeds: readonly Seed[], random: Random): Mutated {
  const mutations: string[] = [];
  let bytes = seed.bytes;
  const wanted = random.one([1, 1, 1, 2, 2, 3, 4]);
  for (let tries = 0; tries < 20 && mutations.length < wanted; tries += 1) {
    if (random.chance(0.03)) {
      bytes = spliced(bytes, random.one(seeds).bytes, random);
      mutations.push('spliced');
      continue;
    }
    const knowing = MUTATIONS[seed.kind] ?? BYTE_MUTATIONS;
    const { name, apply } = random.pick(random.chance(0.85) ? knowing : BYTE_MUTATIONS);
    const changed = bytes.length > 0 ? apply(bytes, random) : null;
    if (!changed || changed.length > seed.bytes.length * MAX_GROWTH + 10_000) continue;
    bytes = changed;
    mutations.push(name);
  }
  return { bytes, mutations };
}
