import { change, kept } from '../report/findings.ts';
import type { ReportBuilder } from '../report/report-builder.ts';
import type { Change, Findings } from '../report/report.ts';
import { readIcc, slimIcc } from './icc.ts';

/** What becomes of a picture's colour profile. */
export interface ColourPlan {
  /** Profile to put into the result, or null. */
  readonly icc: Uint8Array | null;
  /** "stored": encode the samples as they are; "srgb": convert them first. */
  readonly samples: 'stored' | 'srgb';
  /** Whether the stored samples already are (near enough) what is shown, so that no conversion is needed to judge looks. */
  readonly looksAsStored: boolean;
}

/** Profiles above this many bytes are not worth keeping for an RGB or grey picture: its samples are converted instead. */
const LARGE_PROFILE_BYTES = 8192;

/**
 * Decides on the profile. Small ones stay; plain sRGB is left out, as it is what everybody assumes; large ones of RGB
 * pictures give way to a conversion to sRGB; those of CMYK pictures stay, without the tables that only serve printing to
 * that device.
 * @param isNested the picture is part of an office document, whose programs ignore profiles: all stays as stored
 */
export function planColour(icc: Uint8Array | null, isCmyk: boolean, isNested: boolean): ColourPlan {
  if (isNested) return { icc, samples: 'stored', looksAsStored: !isCmyk };
  if (!icc) return { icc: null, samples: 'stored', looksAsStored: !isCmyk };
  const facts = readIcc(icc);
  if (isCmyk)
    return { icc: facts.space === 'cmyk' ? slimIcc(icc) : null, samples: 'stored', looksAsStored: false };
  if (facts.isPlainSrgb) return { icc: null, samples: 'stored', looksAsStored: true };
  if (icc.length > LARGE_PROFILE_BYTES) return { icc: null, samples: 'srgb', looksAsStored: true };
  return { icc, samples: 'stored', looksAsStored: false };
}

/** Says in the report what the plan did. */
export function reportColour(plan: ColourPlan, source: Uint8Array | null, report: ReportBuilder): void {
  if (!source) return;
  if (plan.icc) report.kept('ICC profile');
  if (plan.icc && plan.icc.length < source.length) {
    const savedBytes = source.length - plan.icc.length;
    report.changed(
      'profile-slimmed',
      'The colour profile lost the tables that showing the picture does not need.',
      { savedBytes },
    );
  } else if (!plan.icc && plan.samples === 'srgb') {
    report.changed(
      'converted-to-srgb',
      'Colours were converted to sRGB and the large colour profile left out.',
      { savedBytes: source.length },
    );
  } else if (!plan.icc) {
    report.changed(
      'srgb-profile-left-out',
      'The sRGB profile was left out: it is what every viewer assumes without one.',
      { savedBytes: source.length },
    );
  }
}

/** What the plan did with the profile of the source. */
export function colourFindings(plan: ColourPlan, sourceIcc: Uint8Array | null): Partial<Findings> {
  if (!sourceIcc) return {};
  const changed = colourChange(plan, sourceIcc);
  return { kept: plan.icc ? [kept('icc-profile')] : [], changes: changed ? [changed] : [] };
}

function colourChange(plan: ColourPlan, source: Uint8Array): Change | null {
  if (!plan.icc) {
    const code = plan.samples === 'srgb' ? 'converted-to-srgb' : 'srgb-profile-left-out';
    return change(code, { savedBytes: source.length });
  }
  const savedBytes = source.length - plan.icc.length;
  return savedBytes > 0 ? change('profile-slimmed', { savedBytes }) : null;
}
