import { describe, expect, it } from 'vitest';
import { readIcc, slimIcc } from '#engine/metadata/icc.ts';
import { grayGammaProfile, printerProfile } from '#tests/fixtures/pictures/icc-profiles.ts';

const latin1 = new TextDecoder('latin1');
const tagNames = (profile: Uint8Array) => {
  const view = new DataView(profile.buffer, profile.byteOffset);
  return Array.from({ length: view.getUint32(128) }, (_, i) =>
    latin1.decode(profile.subarray(132 + 12 * i, 136 + 12 * i)),
  );
};

describe('readIcc', () => {
  it.each([
    ['grey', grayGammaProfile()],
    ['cmyk', printerProfile()],
    ['other', new Uint8Array(40)],
    ['other', new Uint8Array(0)],
  ])('reads the colour space %s', (space, profile) => {
    expect(readIcc(profile).space).toBe(space);
  });
});

describe('slimIcc', () => {
  it('keeps what showing needs of a printer profile, as a valid input profile', () => {
    const profile = printerProfile();
    const slim = slimIcc(profile);
    expect(tagNames(slim)).toEqual(['desc', 'wtpt', 'A2B0', 'cprt']);
    expect(latin1.decode(slim.subarray(12, 20))).toBe('scnrCMYK');
    expect(new DataView(slim.buffer).getUint32(0)).toBe(slim.length);
    expect(slim.length).toBeLessThan(profile.length - 170_000);
  });

  it('leaves a profile without tables, and one that is slim already, as they are', () => {
    const grey = grayGammaProfile();
    const slim = slimIcc(printerProfile());
    expect(slimIcc(grey)).toBe(grey);
    expect(slimIcc(slim)).toBe(slim);
  });

  it('leaves out tags that lie outside a damaged profile', () => {
    const broken = printerProfile();
    new DataView(broken.buffer).setUint32(132 + 4, 0xfffffff0);
    expect(tagNames(slimIcc(broken))).not.toContain('desc');
  });

  it('leaves bytes that are no profile as they are', () => {
    const text = new Uint8Array(100);
    expect(slimIcc(text)).toBe(text);
  });
});
