import { describe, expect, it } from 'vitest';
import { readChunks, readHeader } from '#engine/containers/png/chunks.ts';
import { paletteLadder } from '#engine/palette/build/candidate-palettes.ts';
import { ColourMapper } from '#engine/palette/map/map-colours.ts';
import { recolouring } from '#engine/palette/choose/reduce-colours.ts';
import { withoutLeastMissed } from '#engine/palette/repair/add-colours.ts';
import { reduceToSize } from '#engine/formats/png/still/reduce-to-size.ts';
import { readAncillary } from '#engine/formats/png/metadata/kept-chunks.ts';
import type { PngSource } from '#engine/formats/png/png-source.ts';
import type { PalettePng } from '#engine/formats/png/png-strategies.ts';
import { prepareStill } from '#engine/formats/png/still/prepare-still.ts';
import { packReduced, reduceRequest, reduceToFloor } from '#engine/formats/png/still/reduce-to-floor.ts';
import type { Raster } from '#engine/base/raster.ts';
import { photoLike, randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { codecs } from '#tests/support/engine-run.ts';

const context = engineContext({ codecs });
const picture = photoLike(200, 160);

async function readSource(bytes: Uint8Array): Promise<PngSource> {
  const chunks = readChunks(bytes);
  const ancillary = await readAncillary(chunks, codecs.deflate, []);
  const maxBytes = bytes.length;
  return {
    bytes,
    chunks,
    header: readHeader(chunks),
    ancillary,
    colours: null,
    embedded: false,
    effort: 'full',
    maxBytes,
  };
}

/** Pixels of so many colours in no order, all far from each other: a palette of them packs in one way only. */
function confetti(side: number, colours: number): Raster {
  const random = randomNumbers(11);
  const data = new Uint8Array(side * side * 3);
  for (let at = 0; at < data.length; at += 3) {
    const colour = Math.floor(random() * colours);
    data.set(
      [colour % 5, Math.floor(colour / 5) % 5, Math.floor(colour / 25)].map((step) => step * 60),
      at,
    );
  }
  return { width: side, height: side, channels: 3, space: 'rgb', data };
}

describe('reduceToSize', () => {
  it('takes 90 to 100 % of any size between two palettes, and looks no worse', async () => {
    const source = await readSource(await codecs.image.encodePng(picture));
    const at = async (floor: number): Promise<PalettePng> =>
      (await reduceToFloor(source, picture, { floor }, context))!;
    const [present, gentler] = [await at(58), await at(88)];
    const nextGentler = () => Promise.resolve(gentler);
    const range = gentler.bytes.length / present.bytes.length;
    expect(range).toBeGreaterThan(1.5);
    for (const place of [0.3, 0.6, 0.95]) {
      const targetBytes = Math.round(present.bytes.length * range ** place);
      const filled = await reduceToSize(source, picture, { targetBytes, present, nextGentler }, context);
      expect(filled!.bytes.length).toBeLessThanOrEqual(targetBytes);
      expect(filled!.bytes.length).toBeGreaterThanOrEqual(0.9 * targetBytes);
      expect(filled!.score).toBeGreaterThanOrEqual(present.score);
      expect(await codecs.image.decode(filled!.bytes)).toMatchObject({ width: 200, height: 160 });
    }
  });

  it('takes a palette with as many colours as lie between two that cannot be mapped otherwise', async () => {
    const raster = confetti(120, 100);
    const source = await readSource(await codecs.image.encodePng(raster));
    const prepared = await prepareStill(source, raster, context);
    const request = reduceRequest(prepared, source, 62);
    const { fullest: all } = paletteLadder(raster, new WorkBudget(Infinity));
    const indexes = new ColourMapper(raster, all).nearestIndexes();
    const packedWith = async (palette: Uint8Array): Promise<PalettePng> => {
      const reduced = await recolouring(raster, request, { palette, dither: 0, lambda: 0 }, context)(0);
      return packReduced(reduced, { ...prepared, floor: 62 }, source, context);
    };
    const gentler = await packedWith(all);
    const present = await packedWith(withoutLeastMissed(all, indexes, all.length / 4 - 16));
    const targetBytes = Math.round(0.86 * gentler.bytes.length);
    expect(present.bytes.length).toBeLessThan(0.9 * targetBytes);
    const nextGentler = () => Promise.resolve(gentler);
    const filled = await reduceToSize(source, raster, { targetBytes, present, nextGentler }, context);
    expect(filled!.colours).toBe(Math.ceil(Math.sqrt(16 * 100)));
    expect(filled!.bytes.length).toBeGreaterThan(0.9 * targetBytes);
    expect(filled!.bytes.length).toBeLessThanOrEqual(targetBytes);
  });

  it('finds nothing where what there is shows all that its palette has, and no other was tried', async () => {
    const source = await readSource(await codecs.image.encodePng(picture));
    const present = (await reduceToFloor(source, picture, { floor: 60 }, context))!;
    const full = { ...present, colouring: { ...present.colouring!, lambda: 0 } };
    const request = {
      targetBytes: 2 * present.bytes.length,
      present: full,
      nextGentler: () => Promise.resolve(null),
    };
    expect(await reduceToSize(source, picture, request, context)).toBeNull();
  });
});
