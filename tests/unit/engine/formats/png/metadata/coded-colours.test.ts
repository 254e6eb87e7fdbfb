import { describe, expect, it } from 'vitest';
import { imageHeader, readHeader, type Chunk } from '#engine/containers/png/chunks.ts';
import { shownByProfile } from '#engine/palette/map/shown-by-profile.ts';
import { codedColours, type CodedColours } from '#engine/formats/png/metadata/coded-colours.ts';
import type { Raster } from '#engine/base/raster.ts';
import { bytesChunk, gammaChunk, numbersChunk, P3_PRIMARIES } from '#tests/fixtures/pictures/png-chunks.ts';
import { RGB_PROFILES } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { codecs } from '#tests/support/engine-run.ts';

const header = (depth = 8, colourType = 2) =>
  readHeader([imageHeader({ width: 1, height: 1, depth, colourType, isInterlaced: false })]);
const colours = (...chunks: Chunk[]) => codedColours(chunks, header(), false);
const cicp = (...values: number[]) => bytesChunk('cICP', ...values);

const SAMPLES: Raster = {
  width: 4,
  height: 1,
  channels: 3,
  space: 'rgb',
  data: Uint8Array.of(128, 128, 128, 200, 90, 40, 30, 120, 90, 255, 255, 255),
};

async function shown(coded: CodedColours | null): Promise<number[]> {
  expect(coded).toHaveProperty('icc');
  const { icc } = coded as { icc: Uint8Array };
  return [...(await shownByProfile(icc, codecs).raster(SAMPLES)).data];
}

describe('codedColours', () => {
  it.each([
    ['nothing', []],
    ['the usual gamma', [gammaChunk(0.45455)]],
    ['a gamma beside the word sRGB', [gammaChunk(1), bytesChunk('sRGB', 0)]],
    ['the code points of sRGB', [cicp(1, 13, 0, 1), gammaChunk(1)]],
    ['a gamma of zero', [gammaChunk(0)]],
    ['primaries without a space between', [numbersChunk('cHRM', [0, 0, 0, 0, 0, 0, 0, 0])]],
  ])('takes %s for sRGB', (_, chunks) => {
    expect(colours(...chunks)).toBe('srgb');
  });

  it.each([
    ['PQ', [9, 16, 0, 1]],
    ['HLG', [9, 18, 0, 1]],
    ['a transfer of log', [1, 9, 0, 1]],
    ['primaries of film', [8, 13, 0, 1]],
    ['a narrow range', [1, 13, 0, 0]],
  ])('judges nothing under %s', (_, values) => {
    expect(colours(cicp(...values))).toBe('unjudged');
  });

  it('judges no grey of 16 bits that is not sRGB, which libvips cannot convert', () => {
    expect(codedColours([gammaChunk(1)], header(16, 0), false)).toBe('unjudged');
    expect(codedColours([], header(16, 0), false)).toBe('srgb');
  });

  it('leaves it to a profile, unless there are code points', () => {
    expect(codedColours([gammaChunk(1)], header(), true)).toBeNull();
    expect(codedColours([cicp(9, 16, 0, 1)], header(), true)).toBe('unjudged');
  });

  it('shows samples of linear light as they look', async () => {
    // 255 * (1.055 * (128 / 255)^(1 / 2.4) - 0.055)
    expect((await shown(colours(gammaChunk(1)))).slice(0, 3)).toEqual([188, 188, 188]);
  });

  it.each([
    ['code points of Display P3', 'Display P3', [cicp(12, 13, 0, 1)]],
    ['primaries of Display P3', 'Display P3', [gammaChunk(0.45455), P3_PRIMARIES]],
    ['gamma 1/1.8', 'gamma 1.8 on the primaries of sRGB', [gammaChunk(1 / 1.8)]],
  ] as const)('shows %s as a profile of the same does', async (_, name, chunks) => {
    const expected = await shown({ icc: RGB_PROFILES[name] });
    const seen = await shown(colours(...chunks));
    seen.forEach((value, i) => expect(Math.abs(value - expected[i]!)).toBeLessThanOrEqual(1));
  });
});
