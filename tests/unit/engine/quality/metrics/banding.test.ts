import { describe, expect, it } from 'vitest';
import { ramps } from '../../../../../bench/legibility/ramps.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { StillJudge } from '#engine/quality/judge.ts';
import { faultScore } from '#engine/quality/fault-score.ts';
import { compareTile, referenceTile } from '#engine/quality/metrics/ssimulacra2/tile-meter.ts';
import { BANDING } from '#engine/quality/thresholds.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike, scannedText, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import {
  inSteps,
  SMOOTH_SCENES,
  smoothPicture,
  type SmoothScene,
} from '#tests/fixtures/pictures/smooth-pictures.ts';
import { visualScore } from '#tests/support/visual-score.ts';

const { image } = createNativeCodecs();
const SIZE = { width: 480, height: 320 };
const SCENES = Object.keys(SMOOTH_SCENES) as SmoothScene[];

/** Scores of structure and bands, as of a tile. */
function compare(reference: Raster, candidate: Raster): { structure: number; bands: number } {
  const { width, height } = reference;
  const { errors, banding } = compareTile(referenceTile(reference.data, width, height), candidate.data);
  return { structure: errors.score(), bands: faultScore(banding, BANDING) };
}

describe('bands', () => {
  it.each(SCENES)('are seen in a %s with few levels, where structure alone passes', (scene) => {
    const picture = smoothPicture(scene, SIZE);
    const { structure, bands } = compare(picture, inSteps(picture, 4));
    expect(structure).toBeGreaterThan(70);
    expect(bands).toBeLessThan(40);
    expect(visualScore(picture, inSteps(picture, 4))).toBe(bands);
  });

  it.each(SCENES)('are not seen in a %s whose noise dithers the same levels', (scene) => {
    const picture = smoothPicture(scene, SIZE, 2.5);
    expect(compare(picture, inSteps(picture, 4)).bands).toBeGreaterThan(90);
  });

  it.each(SCENES)('are not seen in a %s that lost its noise', (scene) => {
    const clean = smoothPicture(scene, SIZE);
    expect(compare(smoothPicture(scene, SIZE, 2.5), clean).bands).toBe(100);
  });

  it.each(ramps().slice(0, 2))(
    'are seen in all of a $name, which bends, as palettes make them',
    ({ raster }) => {
      const data = raster.data.map((value) => 255 - Math.min(255, 12 * Math.round((255 - value) / 12)));
      const scored = (as: 'palette' | 'frame'): number =>
        new StillJudge(raster, { floor: 0, as }).trial({ ...raster, data: data.slice() });
      expect(scored('palette')).toBeLessThan(20);
      expect(scored('frame')).toBeGreaterThan(25);
    },
  );

  it('count for more the higher the steps are', () => {
    const picture = smoothPicture('dusk', SIZE);
    const scores = [2, 3, 4, 6, 8].map((step) => compare(picture, inSteps(picture, step)).bands);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('are found in one corner of a large picture, at a spot or not', () => {
    const picture = smoothPicture('vignette', { width: 1200, height: 900 });
    const banded = inSteps(picture, 5).data;
    for (const isTop of [true, false]) {
      const data = picture.data.slice();
      for (let y = 0; y < 450; y++) {
        const row = (isTop ? y : 449 + y) * 1200 * 3;
        data.set(banded.subarray(row + 600 * 3, row + 1200 * 3), row + 600 * 3);
      }
      expect(visualScore(picture, { ...picture, data })).toBeLessThan(50);
    }
  });

  it('are found behind transparency', () => {
    const picture = smoothPicture('darkPage', SIZE);
    const half = (raster: Raster): Raster => {
      const data = new Uint8Array(SIZE.width * SIZE.height * 4).fill(200);
      for (let i = 0; i < data.length / 4; i++) data.set(raster.data.subarray(i * 3, i * 3 + 3), i * 4);
      return { ...raster, channels: 4, data };
    };
    expect(visualScore(half(picture), half(inSteps(picture, 5)))).toBeLessThan(50);
  });

  it.each([
    ['photograph', photoLike(400, 300)],
    ['screen', userInterface(400, 300)],
    ['scan', toRgb(scannedText(400, 300))],
  ])('are no matter in a %s at the qualities that results have', async (_, picture) => {
    for (const quality of [45, 60, 75]) {
      const shown = await image.decode(await image.encodeJpeg(picture, { quality, chroma: '4:2:0' }));
      const { structure, bands } = compare(picture, shown);
      expect(bands).toBeGreaterThan(structure);
    }
  });

  it.each([
    [9, 9],
    [17, 400],
    [33, 30],
    [131, 77],
  ])('are measured without failing at %d × %d px', (width, height) => {
    const picture = smoothPicture('sky', { width, height });
    expect(visualScore(picture, picture)).toBeGreaterThan(98);
  });
});

function toRgb(grey: Raster): Raster {
  const data = Uint8Array.from({ length: grey.data.length * 3 }, (_, i) => grey.data[Math.floor(i / 3)]!);
  return { ...grey, channels: 3, space: 'rgb', data };
}
