import { describe, expect, it } from 'vitest';
import { colourFindings, losslessPlan, planColour } from '#engine/metadata/colour-plan.ts';
import { grayGammaProfile, printerProfile } from '#tests/fixtures/pictures/icc-profiles.ts';

const grey = grayGammaProfile();
const printer = printerProfile();
const large = Uint8Array.from([...grey, ...new Uint8Array(9000)]);

describe('planColour', () => {
  it.each([
    ['nothing without a profile', null, false, { icc: null, samples: 'stored', looksAsStored: true }],
    ['a small profile as it is', grey, false, { icc: grey, samples: 'stored', looksAsStored: false }],
    [
      'a conversion instead of a large profile',
      large,
      false,
      { icc: null, samples: 'srgb', looksAsStored: true },
    ],
    [
      'no profile of another space for CMYK',
      grey,
      true,
      { icc: null, samples: 'stored', looksAsStored: false },
    ],
  ] as const)('plans %s', (_, icc, isCmyk, plan) => {
    expect(planColour(icc, isCmyk, false)).toEqual(plan);
  });

  it('keeps a slim profile of CMYK', () => {
    const { icc, samples } = planColour(printer, true, false);
    expect([samples, icc!.length < printer.length]).toEqual(['stored', true]);
  });

  it('keeps a slim profile of an embedded picture too', () => {
    expect(planColour(printer, true, true).icc).toEqual(planColour(printer, true, false).icc);
  });

  it.each([grey, large, null])('leaves an embedded picture as it is', (icc) => {
    expect(planColour(icc, false, true)).toEqual({ icc, samples: 'stored', looksAsStored: true });
  });
});

describe('losslessPlan', () => {
  it('keeps a profile whose removal would need a conversion', () => {
    expect(losslessPlan(planColour(large, false, false), large)).toMatchObject({
      icc: large,
      samples: 'stored',
    });
    expect(losslessPlan(planColour(grey, false, false), grey).icc).toBe(grey);
  });
});

describe('colourFindings', () => {
  const codesOf = (icc: Uint8Array | null, isCmyk = false) => {
    const { changes = [], kept = [] } = colourFindings(planColour(icc, isCmyk, false), icc);
    return [...kept.map(({ feature }) => feature), ...changes.map(({ code }) => code)];
  };

  it('names what became of the profile', () => {
    expect(codesOf(null)).toEqual([]);
    expect(codesOf(grey)).toEqual(['icc-profile']);
    expect(codesOf(large)).toEqual(['converted-to-srgb']);
    expect(codesOf(printer, true)).toEqual(['icc-profile', 'profile-slimmed']);
    expect(codesOf(grey, true)).toEqual(['srgb-profile-left-out']);
  });
});
