import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCEPTABLE_SCORE, PRESET_INFO } from '#engine/api/presets.ts';
import { betweenPresets, effortOf, settingsAt } from '#engine/documents/pictures/effort.ts';
import { presetQuality, qualityAt } from '#engine/documents/office/pictures/picture-quality.ts';

const KEYS = ['pdfImageDpi', 'pptxImagePpi'] as const;

describe('settingsAt', () => {
  it.each(['small', 'balanced', 'high', 'lossless'] as const)('goes through the preset %s', (preset) => {
    for (const key of KEYS) {
      const { floor, density } = settingsAt(effortOf(preset), key);
      expect(floor).toBeCloseTo(PRESET_INFO[preset].scoreFloor, 9);
      expect(density).toBe(PRESET_INFO[preset][key]);
    }
    const { floor, ppi } = presetQuality({ preset });
    const quality = qualityAt(effortOf(preset));
    expect(quality).toMatchObject({ ppi, removesHidden: false, keepsMarked: false });
    expect(quality.floor).toBeCloseTo(floor, 9);
  });

  it('ends at the smallest acceptable', () => {
    expect(settingsAt(1, 'pdfImageDpi')).toEqual({ floor: ACCEPTABLE_SCORE, density: 72 });
    expect(settingsAt(1, 'pptxImagePpi')).toEqual({ floor: ACCEPTABLE_SCORE, density: 96 });
  });

  it('falls with effort in score and resolution together, without a leap', () => {
    const effort = fc.double({ min: 0.01, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(effort, fc.constantFrom(...KEYS), (at, key) => {
        const [gentler, stronger] = [settingsAt(at, key), settingsAt(at + 0.001, key)];
        expect(stronger.floor).toBeLessThan(gentler.floor);
        const staysAsItIs = at >= effortOf('small') && at + 0.001 <= (effortOf('small') + 1) / 2;
        if (staysAsItIs) expect(stronger.density).toBe(gentler.density);
        else expect(stronger.density).toBeLessThan(gentler.density);
        expect(stronger.density).toBeGreaterThan(0.85 * gentler.density);
      }),
      { numRuns: 300, seed: 5 },
    );
  });
});

it('takes equal ratios between two presets', () => {
  const middle = (effortOf('small') + effortOf('balanced')) / 2;
  const value = betweenPresets(middle, (preset) => PRESET_INFO[preset].pdfImageDpi, 72);
  expect(value).toBeCloseTo(Math.sqrt(96 * 150), 6);
});
