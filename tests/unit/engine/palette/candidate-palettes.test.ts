import { describe, expect, it } from 'vitest';
import { imageHeader, writeChunks } from '#engine/containers/png-chunks.ts';
import { candidatePalettes, readPalette, type CandidateRange } from '#engine/palette/candidate-palettes.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';

const { image } = codecs;

async function countsOf(range: CandidateRange): Promise<number[]> {
  const counts: number[] = [];
  for await (const palette of candidatePalettes(photoLike(120, 90), range, image))
    counts.push(palette.length / 4);
  return counts;
}

describe('candidatePalettes', () => {
  it('begins with a handful of colours and ends with many', async () => {
    const counts = await countsOf('all');
    expect(counts).toHaveLength(5);
    expect(counts[0]).toBeLessThanOrEqual(16);
    expect(counts.at(-1)).toBeGreaterThan(128);
  });

  it('leaves out the finest in the coarse range, and makes one in the single', async () => {
    expect(await countsOf('coarse')).toEqual((await countsOf('all')).slice(0, 3));
    expect(await countsOf('single')).toHaveLength(1);
  });

  it('goes from few colours to many in three steps where there is little time', async () => {
    const counts = await countsOf('hasty');
    expect(counts).toHaveLength(3);
    expect(counts[0]).toBeLessThanOrEqual(16);
    expect(counts[2]).toBeGreaterThan(128);
  });

  it('samples pictures above a megapixel', async () => {
    const seen: number[] = [];
    const codec = {
      ...image,
      quantizePng: (
        raster: Parameters<typeof image.quantizePng>[0],
        options: Parameters<typeof image.quantizePng>[1],
      ) => {
        seen.push(raster.width * raster.height);
        return image.quantizePng(raster, options);
      },
    };
    const data = Uint8Array.from({ length: 1500 * 1200 }, (_, i) => i & 255);
    const raster = { width: 1500, height: 1200, channels: 1, space: 'grey', data } as const;
    await candidatePalettes(raster, 'single', codec).next();
    expect(seen[0]).toBeLessThanOrEqual(1_000_000);
    expect(seen[0]).toBeGreaterThan(250_000);
  });
});

describe('readPalette', () => {
  it('reads colours with their alpha, which may end early', () => {
    const png = writeChunks([
      imageHeader({ width: 1, height: 1, depth: 8, colourType: 3, isInterlaced: false }),
      { type: 'PLTE', data: Uint8Array.of(1, 2, 3, 4, 5, 6) },
      { type: 'tRNS', data: Uint8Array.of(90) },
      { type: 'IDAT', data: new Uint8Array(0) },
      { type: 'IEND', data: new Uint8Array(0) },
    ]);
    expect([...readPalette(png)!]).toEqual([1, 2, 3, 90, 4, 5, 6, 255]);
  });

  it('finds none in a PNG of samples', async () => {
    expect(readPalette(await image.encodePng(photoLike(20, 20)))).toBeNull();
  });
});
