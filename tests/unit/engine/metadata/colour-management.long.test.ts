import { describe, expect, it } from 'vitest';
import { PRESETS } from '#engine/index.ts';
import { pictureWithProfile, PICTURE_KINDS } from '#tests/fixtures/pictures/with-profile.ts';
import { RGB_PROFILES, SRGB_NAMES, type RgbProfileName } from '#tests/fixtures/pictures/rgb-profiles.ts';
import { chartDifference, colourChart } from '#tests/support/colour-judge.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const chart = colourChart();

/** Levels of 255 by which flat patches may differ in the mean; a profile that is lost or taken for another makes it 20 to 100. */
const MEAN_LEVELS = { small: 8, balanced: 4, high: 3, lossless: 0.5 } as const;
/** Profiles that every preset is tried with; for the others the default must do. */
const TELLING: readonly RgbProfileName[] = [
  'sRGB, parametric, version 4',
  'linear sRGB, identity',
  'Display P3',
];

const cases = PICTURE_KINDS.flatMap((kind) =>
  (Object.keys(RGB_PROFILES) as RgbProfileName[]).map((name) => ({ kind, name })),
);
/** A damaged table cannot be judged: programs differ in what they make of it. PNGs take long: the telling ones must do. */
const judged = cases.filter(
  ({ kind, name }) =>
    name !== 'sRGB with a table that outranks the curves' && (kind !== 'png' || TELLING.includes(name)),
);

describe('colours as Little CMS shows them', () => {
  it.each(judged)('stay in a $kind under "$name"', async ({ kind, name }) => {
    const source = await pictureWithProfile(kind, chart, RGB_PROFILES[name]);
    for (const preset of TELLING.includes(name) ? PRESETS : (['balanced'] as const)) {
      const { bytes } = await run(source, { preset });
      const { mean, largest } = await chartDifference(source, bytes);
      expect(mean).toBeLessThanOrEqual(MEAN_LEVELS[preset]);
      expect(largest).toBeLessThanOrEqual(12 * MEAN_LEVELS[preset]);
    }
  });

  it.each(cases)('leave out the profile of a $kind only where "$name" is sRGB', async ({ kind, name }) => {
    const icc = RGB_PROFILES[name];
    const { bytes } = await run(await pictureWithProfile(kind, chart, icc), { preset: 'lossless' });
    const found = (await codecs.image.probe(bytes)).icc;
    if (!SRGB_NAMES.includes(name)) expect(found).toEqual(icc);
  });
});

describe('a profile that is damaged or wrong for its picture', () => {
  const wrong = {
    'cut short': RGB_PROFILES['Display P3'].subarray(0, 200),
    'of zeros': new Uint8Array(480),
    'for grey': RGB_PROFILES.ProPhoto.map((byte, i) =>
      'GRAY'.charCodeAt(i - 16) && i >= 16 && i < 20 ? 'GRAY'.charCodeAt(i - 16) : byte,
    ),
  };
  it.each(PICTURE_KINDS.flatMap((kind) => Object.keys(wrong).map((name) => ({ kind, name }))))(
    '$name never fails a $kind nor changes its samples much',
    async ({ kind, name }) => {
      const source = await pictureWithProfile(kind, chart, wrong[name as keyof typeof wrong]);
      const { bytes } = await run(source);
      const [before, after] = await Promise.all([source, bytes].map((each) => codecs.image.decode(each)));
      const sum = before!.data.reduce((total, value, i) => total + Math.abs(value - after!.data[i]!), 0);
      expect(sum / before!.data.length).toBeLessThan(4);
    },
  );
});
