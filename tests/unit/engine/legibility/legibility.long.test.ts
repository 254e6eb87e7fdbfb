import { describe, expect, it } from 'vitest';
import { drawings } from '../../../../bench/legibility/drawings.ts';
import { highestStep, ramps, type Ramp } from '../../../../bench/legibility/ramps.ts';
import { keptContrast } from '../../../../bench/legibility/kept-contrast.ts';
import { marksKept, rampKept } from '../../../../bench/legibility/verdicts.ts';
import { WRITINGS } from '../../../../bench/legibility/writings.ts';
import type { Preset } from '#engine/index.ts';
import { run } from '#tests/support/engine-run.ts';
import { inLongForm } from '#tests/support/long-form.ts';

type Case = readonly [name: string, kind: keyof typeof WRITINGS, preset: Preset];

/** Drawings and kinds that stand for the rest: `npm run bench -- legibility` asks all. */
const CASES: readonly Case[] = [
  ['text on white', 'png', 'small'],
  ['text on white', 'jpeg', 'balanced'],
  ['text on white', 'jpeg', 'small'],
  ['text on black', 'png', 'small'],
  ['text on blue', 'jpeg', 'balanced'],
  ['lines on black', 'jpeg', 'balanced'],
  ['lines on white', 'pdf', 'balanced'],
  ['hues', 'jpeg', 'balanced'],
  ['hues', 'webp', 'small'],
  ['text on black', 'webp', 'small'],
  ['photograph and text', 'png', 'balanced'],
  ['text on grain of 1.5', 'jpeg', 'balanced'],
  ...inLongForm<Case>(['text on white', 'png', 'balanced'], ['photograph and text', 'webp', 'balanced']),
];

const DRAWINGS = new Map(drawings().map((drawing) => [drawing.name, drawing]));

describe('what is drawn faintly', () => {
  it.each(CASES)(
    'stays in %s as %s at "%s"',
    async (name, kind, preset) => {
      const drawing = DRAWINGS.get(name)!;
      const { write, read } = WRITINGS[kind];
      const file = await write(drawing.raster);
      const { bytes } = await run(file, { preset });
      const { isKept, told } = marksKept(drawing, await read(file), await read(bytes), preset);
      expect(isKept, told).toBe(true);
    },
    60_000,
  );
});

describe('a soft shadow', () => {
  const [ofAlpha, onWhite] = ramps() as [Ramp, Ramp];

  it.each([
    { ramp: ofAlpha, kind: 'png', preset: 'small' },
    { ramp: onWhite, kind: 'png', preset: 'balanced' },
    { ramp: onWhite, kind: 'webp', preset: 'small' },
  ] as const)(
    'stays soft: $ramp.name as $kind at "$preset"',
    async ({ ramp, kind, preset }) => {
      const { write, read } = WRITINGS[kind];
      const file = await write(ramp.raster);
      const { bytes } = await run(file, { preset });
      const { isKept, told } = rampKept(ramp, await read(file), await read(bytes));
      expect(isKept, told).toBe(true);
    },
    60_000,
  );
});

describe('the witnesses', () => {
  const drawing = DRAWINGS.get('text on white')!;
  const rgba = (level: (value: number) => number) => ({
    ...drawing.raster,
    channels: 4 as const,
    data: Uint8Array.from({ length: (drawing.raster.data.length / 3) * 4 }, (_, at) =>
      at % 4 === 3 ? 255 : level(drawing.raster.data[Math.floor(at / 4) * 3 + (at % 4)]!),
    ),
  });
  const plain = rgba((value) => value);

  it('tell contrast that is kept, halved and gone', () => {
    const kept = (level: (value: number) => number): number =>
      keptContrast(drawing.marks.at(-1)!, plain, rgba(level));
    expect(kept((value) => value)).toBeCloseTo(1);
    expect(kept((value) => 255 - (255 - value) / 2)).toBeCloseTo(0.5, 1);
    expect(kept(() => 255)).toBeCloseTo(0);
  });

  it('take no faint mark for lost where all is kept, and all where it is gone', () => {
    expect(marksKept(drawing, plain, plain, 'high').isKept).toBe(true);
    expect(
      marksKept(
        drawing,
        plain,
        rgba((value) => (value > 225 ? 255 : value)),
        'small',
      ).isKept,
    ).toBe(false);
  });

  it.each(ramps())('see a ramp in twelve steps: $name', (ramp) => {
    const stepped = {
      ...ramp.raster,
      data: ramp.raster.data.map((value) => Math.min(255, 22 * Math.round(value / 22))),
    };
    expect(highestStep(ramp, stepped)).toBeGreaterThan(highestStep(ramp, ramp.raster));
    expect(rampKept(ramp, ramp.raster, ramp.raster).isKept).toBe(true);
  });
});
