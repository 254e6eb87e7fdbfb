import { describe, expect, it } from 'vitest';
import { textLine } from '../../../../../bench/legibility/coverage.ts';
import { bandOf, type Raster } from '#engine/base/raster.ts';
import { lostStrokes, strokeLosses, StrokeLossesByBands } from '#engine/quality/metrics/lost-strokes.ts';
import { findStrokes } from '#engine/quality/metrics/stroke-cells.ts';
import { LOST_STROKES } from '#engine/quality/thresholds.ts';
import { photoLike, randomNumbers, scannedText } from '#tests/fixtures/pictures/generated-pictures.ts';

type Colour = readonly [red: number, green: number, blue: number];

const SIZE = { width: 240, height: 96 };
const WHITE: Colour = [255, 255, 255];
const words = textLine('COPY NOT VALID', 16);

interface Page {
  readonly ground?: Colour;
  /** From the ground to the colour of the words. */
  readonly move?: Colour;
  /** Levels of grain. */
  readonly grain?: number;
}

/** A page with a line of words. */
function page({ ground = WHITE, move = [0, 0, 0], grain = 0 }: Page): Raster {
  const random = randomNumbers(3);
  const { width, height } = SIZE;
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const [x, y] = [(Math.floor(at / 3) % width) - 20, Math.floor(at / 3 / width) - 30];
    const isIn = x >= 0 && x < words.width && y >= 0 && y < words.height;
    const share = isIn ? words.shares[y * words.width + x]! : 0;
    const level = ground[at % 3]! + share * move[at % 3]! + (random() - 0.5) * 2 * grain;
    return Math.max(0, Math.min(255, Math.round(level)));
  });
  return { ...SIZE, channels: 3, space: 'rgb', data };
}

/** What was lost, of luma and of hue, in tenths. */
function lost(reference: Raster, candidate: Raster): [strokes: number, hues: number] {
  const losses = strokeLosses(reference, candidate);
  const most = (which: 'lost' | 'lostHues'): number =>
    Math.round(10 * Math.max(...losses.map((each) => lostStrokes(each, which)))) / 10;
  return [most('lost'), most('lostHues')];
}

/** A picture turned by a quarter. */
function turned({ width, height, data }: Raster): Raster {
  const to = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      to.set(data.subarray(from, from + 3), (x * height + height - 1 - y) * 3);
    }
  return { width: height, height: width, channels: 3, space: 'rgb', data: to };
}

describe('lost strokes', () => {
  it.each<[string, Colour, Colour]>([
    ['light grey on white', WHITE, [-10, -10, -10]],
    ['dark on black', [0, 0, 0], [10, 10, 10]],
    ['three levels on black', [0, 0, 0], [4, 4, 4]],
    ['dark on a tint', [180, 200, 220], [-10, -10, -10]],
  ])('are all that vanishes: %s', (_, ground, move) => {
    const faint = page({ ground, move });
    const weaker = page({ ground, move: [move[0] * 0.6, move[1] * 0.6, move[2] * 0.6] });
    expect(lost(faint, faint)).toEqual([0, 0]);
    expect(lost(faint, page({ ground }))).toEqual([1, 0]);
    expect(lost(faint, weaker)[0]).toBeCloseTo(0.4, 1);
  });

  it.each<[string, Colour, number, number]>([
    ['more, as half of a faint letter is not read', WHITE, -4, 0.6],
    ['their share in the dark', [0, 0, 0], 4, 0.4],
  ])('count %s', (_, ground, levels, least) => {
    const [faint, weaker] = [levels, levels / 2].map((move) => page({ ground, move: [move, move, move] }));
    expect(lost(faint!, weaker!)[0]).toBeGreaterThanOrEqual(least);
  });

  it('tells strokes of another hue apart', () => {
    const ground: Colour = [200, 200, 200];
    const pink = page({ ground, move: [40, -24, 8] });
    expect(lost(pink, page({ ground }))).toEqual([0, 1]);
  });

  it('are none where the ground has moved, or contrast has grown', () => {
    const faint = page({ move: [-8, -8, -8] });
    const darker = { ...faint, data: faint.data.map((level) => level - 4) };
    expect(lost(faint, darker)).toEqual([0, 0]);
    expect(lost(faint, page({ move: [-12, -12, -12] }))).toEqual([0, 0]);
  });

  it('are told in a turned picture, too', () => {
    const faint = page({ move: [-8, -8, -8] });
    expect(lost(turned(faint), turned(page({})))).toEqual([1, 0]);
  });

  it('are told in grain that they stand out of', () => {
    const [grain, ground]: [number, Colour] = [1.4, [220, 220, 220]];
    const clean = page({ ground });
    expect(lost(page({ ground, move: [-14, -14, -14], grain }), clean)[0]).toBe(1);
    expect(lost(page({ ground, grain: 4 }), clean)).toEqual([0, 0]);
  });

  it.each([
    ['a photograph', photoLike(320, 240)],
    ['a scan', scannedText(320, 240)],
  ])('are none in %s that lost its grain and texture', (_, picture) => {
    const smooth = { ...picture, data: picture.data.map((level) => 10 * Math.round(level / 10)) };
    expect(lost(picture, smooth)).toEqual([0, 0]);
  });

  it.each([
    ['a faint line at the edge of a cell', 255, 1],
    ['not the blurred edge of a strong line in the next cell', 0, 0],
  ])('are %s', (_, line, most) => {
    const ruled = (blur: number): Raster => {
      const levels: Record<number, number> = { 30: 255 - blur, 31: 255 - 2 * blur, 32: line };
      const data = Uint8Array.from(
        { length: SIZE.width * SIZE.height * 3 },
        (__, at) => levels[(Math.floor(at / 3) % SIZE.width) % 48] ?? 255,
      );
      return { ...SIZE, channels: 3, space: 'rgb', data };
    };
    expect(lost(ruled(7), ruled(0))[0]).toBe(most);
  });

  it.each([
    ['a line between two light grounds', [255, 240], 231, 39, true],
    ['a line between two dark grounds', [30, 40], 50, 39, true],
    ['a line near the end of its cells, between grounds alike', [250, 255], 245, 44, true],
    ['not the soft edge of one ground', [255, 240], 247, 39, false],
    ['not the ringing of a strong edge', [250, 200], 255, 39, false],
  ])('are %s', (_, [above, below], line, from, isRule) => {
    const panels = (isRuled: boolean): Raster => {
      const data = Uint8Array.from({ length: SIZE.width * SIZE.height * 3 }, (__, at) => {
        const y = Math.floor(at / 3 / SIZE.width);
        return isRuled && (y === from || y === from + 1) ? line : y <= from ? above! : below!;
      });
      return { ...SIZE, channels: 3, space: 'rgb', data };
    };
    const [ruled, bare] = [panels(true), panels(false)];
    expect(lost(ruled, bare)[0] > LOST_STROKES.noticed).toBe(isRule);
    expect(lost(turned(ruled), turned(bare))[0] > LOST_STROKES.noticed).toBe(isRule);
  });

  it.each([
    ['a line at the end of its cells', 30, 32, 1],
    ['a line that two cells share', 31, 33, 1],
    ['not the edge of an area, a row inside the cell', 31, 72, 0],
    ['not the edge of an area, two rows inside the cell', 30, 72, 0],
    ['not the edge of an area, three rows inside the cell', 29, 72, 0],
  ])('are %s', (_, from, end, most) => {
    const levels = (area: number): Raster => {
      const data = Uint8Array.from({ length: SIZE.width * SIZE.height * 3 }, (__, at) => {
        const y = Math.floor(at / 3 / SIZE.width);
        return y >= from && y < end ? area : 249;
      });
      return { ...SIZE, channels: 3, space: 'rgb', data };
    };
    const [shown, without] = [levels(255), levels(249)];
    expect(lost(shown, without)[0]).toBe(most);
    expect(lost(turned(shown), turned(without))[0]).toBe(most);
  });

  it('are no specks of dust', () => {
    const { data, ...size } = page({});
    const dusty = Uint8Array.from(data, (level, at) => {
      const [x, y] = [Math.floor(at / 3) % SIZE.width, Math.floor(at / 3 / SIZE.width)];
      return x % 7 < 3 && y % 8 < 3 ? level - 8 : level;
    });
    expect(lost({ ...size, data: dusty }, { ...size, data })).toEqual([0, 0]);
  });

  it('are seen behind transparency, over black or over white', () => {
    const { data, ...size } = page({ move: [-255, -255, -255] });
    const veil = new Uint8Array(SIZE.width * SIZE.height * 4);
    for (let at = 0; at < veil.length / 4; at++) veil[at * 4 + 3] = Math.round((255 - data[at * 3]!) / 25);
    const faint: Raster = { ...size, channels: 4, data: veil };
    expect(lost(faint, { ...faint, data: new Uint8Array(veil.length) })[0]).toBe(1);
  });

  it('are told band by band as in the whole', () => {
    const [faint, without] = [page({ move: [-8, -8, -8] }), page({})];
    const bands = new StrokeLossesByBands(faint, findStrokes(faint));
    for (let y = 0; y < SIZE.height; y += 32) bands.add(bandOf(without, y, 32), y);
    expect(bands.losses).toEqual(strokeLosses(faint, without));
  });

  it.each([
    ['no speck of a large picture', 4, 0],
    ['a word of a large picture', 5, 1],
  ])('count as lost: %s', (_, cells, most) => {
    // 2 megapixels.
    const lost = new Float32Array(100 * 80).fill(1, 320, 320 + cells);
    expect(lostStrokes({ columns: 100, lost, lostHues: new Float32Array(lost.length) }, 'lost')).toBe(most);
  });
});
