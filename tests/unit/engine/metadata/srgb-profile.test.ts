import { describe, expect, it } from 'vitest';
import { isSrgbProfile, hasSrgbColours } from '#engine/metadata/srgb-profile.ts';
import { grayGammaProfile, printerProfile } from '#tests/fixtures/pictures/icc-profiles.ts';
import { RGB_PROFILES, SRGB_NAMES, type RgbProfileName } from '#tests/fixtures/pictures/rgb-profiles.ts';

describe('isSrgbProfile', () => {
  it.each(Object.entries(RGB_PROFILES))('judges "%s" by curves and primaries', (name, profile) => {
    expect(isSrgbProfile(profile)).toBe(SRGB_NAMES.includes(name as RgbProfileName));
  });

  it.each([
    ['grey', grayGammaProfile()],
    ['CMYK', printerProfile()],
    ['empty', new Uint8Array()],
    ['zeros', new Uint8Array(600)],
  ])('takes a profile that is %s for something else', (_, profile) => {
    expect(isSrgbProfile(profile)).toBe(false);
  });

  it('takes no profile that is cut short for sRGB', () => {
    const whole = RGB_PROFILES['sRGB, parametric, version 4'];
    for (let length = 0; length < 500; length += 7)
      expect(isSrgbProfile(whole.subarray(0, length))).toBe(false);
  });

  it('takes no profile with a damaged curve for sRGB', () => {
    const broken = RGB_PROFILES['sRGB, parametric, version 4'].slice();
    const at = broken.findIndex((_, i) => String.fromCharCode(...broken.subarray(i, i + 4)) === 'para');
    broken[at + 9] = 9;
    expect(isSrgbProfile(broken)).toBe(false);
  });
});

/** Colours of sRGB in other curves. */
const OTHER_CURVES: readonly string[] = [
  'linear sRGB, identity',
  'linear sRGB, gamma 1.0',
  'gamma 2.2 on the primaries of sRGB',
  'gamma 1.8 on the primaries of sRGB',
];

describe('hasSrgbColours', () => {
  it.each(Object.entries(RGB_PROFILES))('judges "%s" by its primaries', (name, profile) => {
    const names: readonly string[] = [...SRGB_NAMES, ...OTHER_CURVES];
    expect(hasSrgbColours(profile)).toBe(names.includes(name));
  });

  it('takes no grey profile and none without curves for it', () => {
    expect([grayGammaProfile(), new Uint8Array(600)].map(hasSrgbColours)).toEqual([false, false]);
  });
});
