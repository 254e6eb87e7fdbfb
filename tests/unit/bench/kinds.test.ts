import { expect, it } from 'vitest';
import { FILE_KINDS, type FileKind } from '#engine/index.ts';
import { MUTATIONS } from '../../../bench/fuzz/mutate.ts';
import { VIEWERS } from '../../../bench/fuzz/other-programs.ts';
import { generatedSeeds } from '../../../bench/fuzz/seeds.ts';
import { RIVALS } from '../../../bench/peers/rivals.ts';

/** A new kind compiles without any of these; here it is asked for them. */
it.each(FILE_KINDS)('knows how to change, show and compare a %s', async (kind: FileKind) => {
  expect(MUTATIONS[kind], 'bench/fuzz/mutate.ts').toBeDefined();
  expect(VIEWERS[kind], 'bench/fuzz/other-programs.ts').toBeDefined();
  expect(RIVALS[kind], 'bench/peers/rivals.ts').toBeDefined();
  expect(
    (await generatedSeeds()).some((seed) => seed.kind === kind),
    'bench/fuzz/seeds.ts',
  ).toBe(true);
});
