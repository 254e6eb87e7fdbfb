import type { Header } from '../../../containers/png/chunks.ts';
import { losslessPlan, planColour, type ColourPlan } from '../../../metadata/colour-plan.ts';
import { hasSrgbColours } from '../../../metadata/srgb-profile.ts';
import type { Raster } from '../../../base/raster.ts';
import type { PngSource } from '../png-source.ts';

/** The space of a PNG's samples. */
export function spaceOf({ colourType }: Header): 'grey' | 'rgb' {
  return colourType === 0 || colourType === 4 ? 'grey' : 'rgb';
}

/** What becomes of the colours of a result with other samples. */
export interface ChangedColours extends ColourPlan {
  /** Profile by which these samples are shown; null where they are sRGB. */
  readonly shownBy: Uint8Array | null;
}

/**
 * A palette is always RGB: the profile of a grey picture would be wrong for it, so that its samples are converted. So are colours of
 * sRGB in other curves, linear light for one: few of its levels are dark, so that neither palettes nor rounding reach a floor.
 */
export function changedColours(
  { ancillary: { icc }, colours, embedded }: PngSource,
  space: Raster['space'],
): ChangedColours {
  if (!embedded && colours !== null) {
    const shownBy = typeof colours === 'object' ? colours.icc : null;
    const kept = space === 'grey' ? null : icc;
    return { icc: kept, samples: 'stored', looksAsStored: !shownBy, shownBy };
  }
  const plan = planColour(icc, false, embedded);
  if (!plan.icc || embedded) return { ...plan, icc: space === 'grey' ? null : plan.icc, shownBy: null };
  return space === 'grey' || hasSrgbColours(plan.icc)
    ? { icc: null, samples: 'srgb', looksAsStored: true, shownBy: null }
    : { ...plan, shownBy: plan.looksAsStored ? null : plan.icc };
}

/** The profile of a result whose samples are those of the source. */
export function storedProfile({ ancillary: { icc }, colours, embedded }: PngSource): Uint8Array | null {
  return colours === null ? losslessPlan(planColour(icc, false, embedded), icc).icc : icc;
}
