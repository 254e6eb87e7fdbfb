import { describe, expect, it } from 'vitest';
import { worstFrameScore } from '#engine/formats/animation/check-frames.ts';
import { FrameProbe } from '#engine/formats/animation/frame-probe.ts';
import { mapFrames } from '#engine/formats/animation/map-frames.ts';
import { reduceFrames } from '#engine/formats/animation/reduce-frames.ts';
import { renderPlain } from '#engine/palette/map/indexed-picture.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { sequenceOf } from '#tests/support/frame-sequences.ts';

const context = engineContext({ codecs });

/** A block that moves over a screen. */
function screens(count: number): Raster[] {
  return Array.from({ length: count }, (_, number) => {
    const picture = userInterface(96, 72);
    for (let y = 20; y < 32; y++)
      for (let x = 0; x < 12; x++) picture.data.set([210, 30, 40], (y * 96 + x + 9 * number) * 3);
    return picture;
  });
}

function requestFor(pictures: readonly Raster[], floor: number, maxBytes = Infinity) {
  const sequence = sequenceOf(pictures);
  return { sequence, references: sequence, render: renderPlain, floor, context, maxBytes };
}

describe('reduceFrames', () => {
  it('keeps every frame above the floor, in at most 255 colours', async () => {
    const reduced = await reduceFrames(requestFor(screens(4), 71));
    expect(reduced!.score).toBeGreaterThanOrEqual(71);
    expect(reduced!.palette.length / 4).toBeLessThanOrEqual(255);
    expect(reduced!.mapped.frames).toHaveLength(4);
  });

  it('finds nothing where no palette reaches the floor', async () => {
    expect(await reduceFrames(requestFor([photoLike(64, 48), photoLike(64, 48, 2)], 99.9))).toBeNull();
  });

  it('gives up where the result would be of no use', async () => {
    expect(await reduceFrames(requestFor(screens(3), 71, 10))).toBeNull();
  });
});

describe('worstFrameScore', () => {
  it('is that of the worst frame, and none where a part differs grossly', async () => {
    const request = requestFor(screens(3), 71);
    const { palette, mapped, score } = (await reduceFrames(request))!;
    expect(await worstFrameScore(mapped, request, palette)).toBe(score);
    const wrong = {
      ...mapped,
      frames: mapped.frames.map((frame, i) => (i === 1 ? frame.map(() => 0) : frame)),
    };
    expect(await worstFrameScore(wrong, request, palette)).toBe(-Infinity);
  });

  it('measures some frames of a long animation, those of the largest error among them', async () => {
    const [first, other] = screens(2) as [Raster, Raster];
    const pictures = Array.from({ length: 150 }, (_, i) => (i === 77 ? other : first));
    const request = requestFor(pictures, 71);
    const palette = Uint8Array.from({ length: 64 }, (_, i) => (i % 4 === 3 ? 255 : 17 * (i >> 2)));
    const mapped = await mapFrames(request.sequence, palette, { dither: 0, lambda: 0 });
    let rendered = 0;
    const render = (...args: Parameters<typeof renderPlain>) => (rendered++, renderPlain(...args));
    const references = sequenceOf([first, ...pictures.slice(1)]);
    await worstFrameScore(mapped, { floor: 71, references, render, context }, palette);
    expect(mapped.errors.indexOf(Math.max(...mapped.errors.slice(1)))).toBe(77);
    expect(rendered).toBeLessThanOrEqual(64);
  });
});

it('leaves a place of a full palette for "as before"', async () => {
  const probe = await FrameProbe.open(requestFor(screens(2), 71));
  const full = Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : i >> 2));
  const palettes = (async function* () {
    yield await Promise.resolve(full);
    yield await Promise.resolve(full.subarray(0, 400));
  })();
  const lengths: number[] = [];
  for await (const palette of probe.withRoom(palettes)) lengths.push(palette.length / 4);
  expect(lengths).toEqual([255, 100]);
});
