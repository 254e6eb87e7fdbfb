import { change, kept } from '../api/report/findings.ts';
import type { Findings } from '../api/report/report.ts';
import { readIcc, slimIcc } from './icc.ts';
import { isSrgbProfile } from './srgb-profile.ts';

/** What becomes of a picture's colour profile. */
export interface ColourPlan {
  /** Profile to put into the result, or null. */
  readonly icc: Uint8Array | null;
  /** "stored": encode the samples as they are; "srgb": convert them first. */
  readonly samples: 'stored' | 'srgb';
  /** Whether the samples to encode are (near enough) sRGB, so that they can be measured without a conversion. */
  readonly looksAsStored: boolean;
}

/** Profiles above this many bytes are not worth keeping for an RGB or grey picture: its samples are converted instead. */
const LARGE_PROFILE_BYTES = 8192;

/**
 * Decides on the profile. Small ones stay; plain sRGB is removed, as viewers assume it; large ones of RGB pictures are
 * replaced by a conversion to sRGB; those of CMYK pictures stay, without the tables that only serve printing to that device.
 * @param isEmbedded the picture is part of a document, whose programs ignore profiles: samples and colours stay as stored
 */
export function planColour(icc: Uint8Array | null, isCmyk: boolean, isEmbedded: boolean): ColourPlan {
  if (isEmbedded) return { icc: icc && slimIcc(icc), samples: 'stored', looksAsStored: !isCmyk };
  if (!icc) return { icc: null, samples: 'stored', looksAsStored: !isCmyk };
  if (isCmyk) {
    const slim = readIcc(icc).space === 'cmyk' ? slimIcc(icc) : null;
    return { icc: slim, samples: 'stored', looksAsStored: false };
  }
  if (isSrgbProfile(icc)) return { icc: null, samples: 'stored', looksAsStored: true };
  if (icc.length > LARGE_PROFILE_BYTES) return { icc: null, samples: 'srgb', looksAsStored: true };
  return { icc, samples: 'stored', looksAsStored: false };
}

/**
 * The plan of a result whose samples are stored as in the source: a profile that would need a conversion stays.
 * @param source profile of the source
 */
export function losslessPlan(plan: ColourPlan, source: Uint8Array | null): ColourPlan {
  return plan.samples === 'srgb' ? { icc: source, samples: 'stored', looksAsStored: false } : plan;
}

/** What carrying out a plan means for the report. @param source profile of the source */
export function colourFindings(plan: ColourPlan, source: Uint8Array | null): Partial<Findings> {
  if (!source) return {};
  if (plan.icc) {
    const savedBytes = source.length - plan.icc.length;
    return {
      kept: [kept('icc-profile')],
      ...(savedBytes > 0 ? { changes: [change('profile-slimmed', { savedBytes })] } : {}),
    };
  }
  const code = plan.samples === 'srgb' ? 'converted-to-srgb' : 'srgb-profile-left-out';
  return { changes: [change(code, { savedBytes: source.length })] };
}
