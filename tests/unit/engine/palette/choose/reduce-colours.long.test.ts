import { describe, expect, it } from 'vitest';
import { rasterOf, renderPlain, type IndexedPicture } from '#engine/palette/map/indexed-picture.ts';
import type { ReduceRequest } from '#engine/palette/measure/reduce-request.ts';
import { estimateBytes } from '#engine/palette/map/packed-indexes.ts';
import { reduceColours } from '#engine/palette/choose/reduce-colours.ts';
import { judgeStill } from '#engine/quality/judge.ts';
import { UprightView } from '#engine/palette/choose/upright-view.ts';
import { mirrored } from '#engine/base/mirror-raster.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike, randomNumbers, userInterface } from '#tests/fixtures/pictures/generated-pictures.ts';
import { smoothPicture } from '#tests/fixtures/pictures/smooth-pictures.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const context = engineContext({ codecs });

function reduce(raster: Raster, floor: number, given: Partial<ReduceRequest> = {}) {
  const request = { floor, orientation: 1, reference: raster, render: renderPlain, ...given };
  return reduceColours(raster, request, context);
}

interface Part {
  readonly left: number;
  readonly width: number;
  readonly rows: number;
}

/** Whether neighbours in a smooth part often have different colours. */
function isDithered({ width, indexes }: IndexedPicture, { left, width: wide, rows }: Part): boolean {
  let changes = 0;
  for (let y = 0; y < rows; y++)
    for (let x = left + 1; x < left + wide; x++)
      if (indexes[y * width + x] !== indexes[y * width + x - 1]) changes++;
  return changes > 0.12 * wide * rows;
}

function blacken({ data, width, channels }: Raster, { left, width: wide, rows }: Part): void {
  for (let y = 0; y < rows; y++)
    data.fill(0, (y * width + left) * channels, (y * width + left + wide) * channels);
}

/** Where the sky stands on the page. */
const SKY: Part = { left: 640, width: 160, rows: 120 };

/** A picture as it is reduced. */
function upright(raster: Raster): Raster {
  return new UprightView(raster).of(raster);
}

/** A page with a sky in a place that no spot lies on. */
function pageWithSky(): Raster {
  const page = upright(userInterface(1000, 420));
  const sky = smoothPicture('sky', { width: SKY.width, height: SKY.rows });
  for (let y = 0; y < SKY.rows; y++)
    page.data.set(
      sky.data.subarray(y * sky.width * 3, (y + 1) * sky.width * 3),
      (y * page.width + SKY.left) * 3,
    );
  return page;
}

/** A chequered pattern, which takes the structure of a part and leaves its colour. */
function chequer({ data, width, channels }: Raster, { left, width: wide, rows }: Part): void {
  for (let y = 0; y < rows; y++)
    for (let x = left; x < left + wide; x++)
      for (let c = 0; c < 3; c++) data[(y * width + x) * channels + c]! += ((x >> 3) + (y >> 3)) % 2 ? 9 : -9;
}

/** A dull photograph whose hues drift, with the grain of a sensor, of up to seven levels. */
function grainyPhoto(): Raster {
  const photo = photoLike(240, 180);
  const { width, height, channels } = photo;
  const random = randomNumbers(3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const grain = 7 * (2 * random() - 1);
      for (let c = 0; c < channels; c++) {
        const at = (y * width + x) * channels + c;
        const drift = 4 * Math.sin(x / 40 + 2 * c) * Math.cos(y / 30 + c);
        photo.data[at] = Math.round(70 + 0.45 * photo.data[at]! + drift + grain);
      }
    }
  return photo;
}

describe('reduceColours', () => {
  it('gives the areas of a grainy photo colours of their own, and locks none of its grain', async () => {
    const raster = upright(grainyPhoto());
    const { picture, colouring, score } = (await reduce(raster, 71))!;
    expect(score).toBeGreaterThanOrEqual(71);
    expect(colouring.locked).toBeNull();
    // 19 199 with its blocks locked.
    expect(await estimateBytes(picture, codecs.deflate)).toBeLessThan(12_500);
  });

  it.each([
    ['a screen', upright(userInterface(160, 120))],
    ['a photo', upright(photoLike(120, 90))],
  ])('reduces %s to the floor, as it measures itself', async (_, raster) => {
    const reduced = await reduce(raster, 75);
    expect(reduced!.score).toBeGreaterThanOrEqual(75);
    const shown = rasterOf(reduced!.picture);
    const { score } = judgeStill(raster, shown, { floor: 75, as: 'palette' });
    expect(score).toBeCloseTo(reduced!.score, 5);
    expect(reduced!.picture.indexes).toHaveLength(raster.width * raster.height);
  });

  it.each([
    ['a screen', userInterface(170, 130)],
    ['a photo', photoLike(110, 90)],
  ])('reduces %s and its mirror images alike', async (_, raster) => {
    const { picture, score } = (await reduce(raster, 75))!;
    for (const mirroring of [
      { columns: true, rows: false },
      { columns: true, rows: true },
    ]) {
      const image = { ...raster, data: mirrored(raster, mirroring) };
      const reduced = (await reduce(image, 75))!;
      const back = mirrored({ ...picture, channels: 1, data: reduced.picture.indexes }, mirroring);
      expect(reduced.picture.palette).toEqual(picture.palette);
      expect(back).toEqual(picture.indexes);
      expect(reduced.score).toBe(score);
    }
  });

  it('finds nothing where 256 colours miss the floor', async () => {
    expect(await reduce(photoLike(120, 90), 99.9)).toBeNull();
  });

  it('gives up where the result would be of no use', async () => {
    expect(await reduce(userInterface(160, 120), 71, { maxBytes: 10 })).toBeNull();
  });

  it('dithers the fullest palette where every other mapping loses what the spots do not show', async () => {
    const page = pageWithSky();
    // Shown as a viewer would, but for the sky: without dither it is a hole.
    const render: ReduceRequest['render'] = async (picture) => {
      const shown = await renderPlain(picture);
      const isWhole = picture.width === page.width;
      if (isWhole && !isDithered(picture, SKY)) blacken(shown, SKY);
      return shown;
    };
    const reduced = await reduce(page, 71, { render });
    expect(reduced?.colouring.dither).toBeGreaterThan(0);
    expect(reduced?.score).toBeGreaterThanOrEqual(71);
  });

  it('maps the whole with each palette twice at most once the budget is spent', async () => {
    const page = pageWithSky();
    const budget = new WorkBudget(5000);
    const tried: number[] = [];
    const render: ReduceRequest['render'] = async (picture) => {
      const shown = await renderPlain(picture);
      if (picture.width !== page.width) return shown;
      if (tried.length === 0) budget.charge(budget.leftMs);
      tried.push(picture.palette.length / 4);
      chequer(shown, SKY);
      return shown;
    };
    const request = { floor: 71, orientation: 1, reference: page, render };
    const reduced = await reduceColours(page, request, engineContext({ codecs, budget }));
    expect(reduced).toBeNull();
    // The lambda that its part promised, and none.
    expect(tried.length).toBeLessThanOrEqual(16);
    expect(tried.at(-1)).toBeGreaterThan(200);
  });

  it('reaches the floor with fast effort too', async () => {
    const reduced = await reduce(userInterface(160, 120), 71, { effort: 'fast' });
    expect(reduced!.score).toBeGreaterThanOrEqual(71);
  });
});
