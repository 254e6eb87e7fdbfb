import { expect, it } from 'vitest';
import { formatsToTry, isHopeless } from '#engine/conversion/choose-format.ts';
import type { OutputKind } from '#engine/api/kinds.ts';
import type { EngineContext } from '#engine/context.ts';
import type { Conversion } from '#engine/conversion/conversion.ts';

/** A picture of a size in px whose plain PNG has 600 000 bytes. */
const pictureOf = (width: number, height: number, frameCount = 0) =>
  ({
    facts: { frameCount },
    decoded: async () => ({ raster: { width, height }, png: async () => new Uint8Array(600_000) }),
  }) as unknown as Conversion;

it('tries first where most pictures are smallest, and last what it does not know', () => {
  const conversion = {
    kind: 'png',
    facts: { frameCount: 0, obstacle: null, losses: [] },
  } as unknown as Conversion;
  const accept = ['png', 'new', 'jpeg', 'avif', 'webp'] as OutputKind[];
  const context = { format: 'auto', accept } as unknown as EngineContext;
  expect(formatsToTry(conversion, context)).toEqual(['avif', 'webp', 'jpeg', 'png', 'new']);
});

it.each([
  ['a photograph that others make short', pictureOf(800, 600), 'png', 74_000, true],
  ['a photograph that others leave long', pictureOf(800, 600), 'png', 76_000, false],
  ['a small picture', pictureOf(400, 400), 'png', 74_000, false],
  ['a drawing that others make short', pictureOf(1000, 700), 'png', 37_000, true],
  ['a drawing that others leave long', pictureOf(1000, 700), 'png', 38_000, false],
  ['another format', pictureOf(1000, 700), 'webp', 1_000, false],
  ['the first format', pictureOf(1000, 700), 'png', Infinity, false],
  ['an animation', pictureOf(1000, 700, 3), 'png', 1_000, false],
] as const)('foresees for %s whether a PNG can be shorter', async (_, picture, kind, bestBytes, expected) => {
  expect(await isHopeless(kind, picture, bestBytes)).toBe(expected);
});
