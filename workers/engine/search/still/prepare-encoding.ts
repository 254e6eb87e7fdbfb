import type { EngineContext } from '../../context.ts';
import type { ColourPlan } from '../../metadata/colour-plan.ts';
import type { Raster } from '../../base/raster.ts';
import type { DisplayRequest } from './floor-request.ts';

export interface DecodedPicture {
  readonly bytes: Uint8Array;
  /** Samples as stored. */
  readonly raster: Raster;
  readonly plan: ColourPlan;
}

export interface Encoding {
  /** What to encode. */
  readonly raster: Raster;
  /** How encodes of it are measured. */
  readonly request: DisplayRequest;
}

/**
 * What to encode of a picture under its colour plan, and how candidates are measured against it.
 * @param withProfile puts the plan's profile into bare bytes, as the result will carry it
 */
export async function prepareEncoding(
  { bytes, raster: stored, plan }: DecodedPicture,
  withProfile: (bare: Uint8Array) => Uint8Array,
  { codecs: { image }, signal, budget, onTrial }: EngineContext,
): Promise<Encoding> {
  const common = { signal, budget, onTrial };
  if (plan.looksAsStored) {
    const raster = plan.samples === 'srgb' ? await image.decode(bytes, { colour: 'srgb' }) : stored;
    return {
      raster,
      request: {
        ...common,
        decodeForDisplay: (bare) => image.decode(bare),
        showInBands: (bare, take) => image.decodeBands(bare, take),
      },
    };
  }
  const reference = await image.decode(bytes, { colour: 'srgb' });
  const decodeForDisplay = (bare: Uint8Array): Promise<Raster> =>
    image.decode(withProfile(bare), { colour: 'srgb' });
  const showInBands: DisplayRequest['showInBands'] = (bare, take) =>
    image.decodeBands(withProfile(bare), take, { colour: 'srgb' });
  return { raster: stored, request: { ...common, reference, decodeForDisplay, showInBands } };
}
