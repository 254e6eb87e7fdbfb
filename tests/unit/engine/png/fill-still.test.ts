import { describe, expect, it } from 'vitest';
import { readChunks, readHeader } from '#engine/containers/png-chunks.ts';
import { fillStill } from '#engine/png/fill-still.ts';
import { readAncillary } from '#engine/png/kept-chunks.ts';
import type { PngSource, ReducedPng } from '#engine/png/png-source.ts';
import { reduceStill } from '#engine/png/reduce-still.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codecs } from '#tests/support/engine-run.ts';

const context = engineContext({ codecs });
const picture = photoLike(200, 160);

async function readSource(bytes: Uint8Array): Promise<PngSource> {
  const chunks = readChunks(bytes);
  const ancillary = await readAncillary(chunks, codecs.deflate, []);
  const usefulBytes = bytes.length;
  return {
    bytes,
    chunks,
    header: readHeader(chunks),
    ancillary,
    embedded: false,
    effort: 'full',
    usefulBytes,
  };
}

describe('fillStill', () => {
  it('takes 90 to 100 % of any size between two palettes, and looks no worse', async () => {
    const source = await readSource(await codecs.image.encodePng(picture));
    const at = async (floor: number): Promise<ReducedPng> =>
      (await reduceStill(source, picture, floor, context))!;
    const [present, gentler] = [await at(58), await at(88)];
    const nextGentler = () => Promise.resolve(gentler);
    const range = gentler.bytes.length / present.bytes.length;
    expect(range).toBeGreaterThan(1.5);
    for (const place of [0.3, 0.6, 0.95]) {
      const targetBytes = Math.round(present.bytes.length * range ** place);
      const filled = await fillStill(source, picture, { targetBytes, present, nextGentler }, context);
      expect(filled!.bytes.length).toBeLessThanOrEqual(targetBytes);
      expect(filled!.bytes.length).toBeGreaterThanOrEqual(0.9 * targetBytes);
      expect(filled!.score).toBeGreaterThanOrEqual(present.score);
      expect(await codecs.image.decode(filled!.bytes)).toMatchObject({ width: 200, height: 160 });
    }
  });

  it('finds nothing where what there is shows all that its palette has, and no other was tried', async () => {
    const source = await readSource(await codecs.image.encodePng(picture));
    const present = (await reduceStill(source, picture, 60, context))!;
    const full = { ...present, colouring: { ...present.colouring!, lambda: 0 } };
    const request = {
      targetBytes: 2 * present.bytes.length,
      present: full,
      nextGentler: () => Promise.resolve(null),
    };
    expect(await fillStill(source, picture, request, context)).toBeNull();
  });
});
