import { StillJudge } from '../../../../quality/judge.ts';
import { rasterOf, renderPlain } from '../../../../palette/map/indexed-picture.ts';
import { deriveContext } from '../../../../context.ts';
import { PaletteMemory } from '../../../../palette/measure/palette-memory.ts';
import { smallestOfPresets } from '../../../../search/quality/gentler-presets.ts';
import { QUICK_PIXELS } from '../../../../search/tuning.ts';
import { reduceColours } from '../../../../palette/choose/reduce-colours.ts';
import type { Raster } from '../../../../base/raster.ts';
import type { PdfObject } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import type { EncodedPicture } from './encoded-picture.ts';
import { encodeSamples } from './encode-samples.ts';
import { bitsPerSample } from './sample-cost.ts';
import { mapSamples } from '../read/samples.ts';
import { MAX_PALETTE_RATIO } from '../../tuning.ts';

export interface PaletteRequest {
  /** Lowest visual score of the pixels as they are stored. */
  readonly floor: number;
  /** The colour space that the raster's samples are in. */
  readonly base: PdfObject;
  /** Longer results are dropped. */
  readonly maxBytes: number;
  /** What the raster takes without loss [estimated from strips of it]. */
  readonly exactBytes: number | undefined;
  /** A size was asked for: what gentler presets make is not compared. */
  readonly isForTarget: boolean;
}

/**
 * A grey or RGB picture in as few colours as its appearance allows: RGB as an Indexed picture over its own colour space, grey in
 * 2 or 4 bits a sample, so that it may still be a soft mask.
 * @returns null where few colours do not reach the floor, or save nothing
 */
export async function encodeFewColours(
  job: PdfJob,
  raster: Raster,
  request: PaletteRequest,
): Promise<EncodedPicture | null> {
  if (raster.channels === 1) return encodeGreys(job, raster, request);
  if (raster.channels !== 3) return null;
  const exactBytes = request.exactBytes ?? ((await bitsPerSample(job, raster)) * raster.data.length) / 8;
  return exactBytes < request.maxBytes * MAX_PALETTE_RATIO ? encodePalette(job, raster, request) : null;
}

/** A grey picture in 2 or 4 bits a sample: lettering whose edges were smoothed needs no more. */
async function encodeGreys(
  job: PdfJob,
  raster: Raster,
  { floor, base, maxBytes }: PaletteRequest,
): Promise<EncodedPicture | null> {
  const judge = new StillJudge(raster, { floor, as: 'greys' });
  for (const step of [85, 17]) {
    const data = mapSamples(raster.data, (sample) => Math.round(sample / step) * step);
    // Packing is quicker than measuring, and more levels only take more bytes.
    const encoded = await encodeSamples(job, { ...raster, data }, base);
    if (encoded.data.length >= maxBytes) return null;
    const { score } = judge.judge({ ...raster, data });
    if (score >= floor) return { ...encoded, isLossy: true, score };
  }
  return null;
}

async function encodePalette(
  job: PdfJob,
  raster: Raster,
  request: PaletteRequest,
): Promise<EncodedPicture | null> {
  const budget = job.context.budget.part(job.context.budget.leftMs);
  const context = deriveContext(job.context, { budget });
  const known = new PaletteMemory();
  const find = async (floor: number, mostBytes = request.maxBytes): Promise<FewColours | null> => {
    const limits = { floor, effort: 'fast', maxBytes: mostBytes, known } as const;
    const found = await reduceColours(raster, { ...limits, reference: raster, render: renderPlain }, context);
    if (!found) return null;
    const encoded = await encodeSamples(job, rasterOf(found.picture), request.base);
    return { ...encoded, isLossy: true, score: found.score };
  };
  const found = await smallestOfPresets<FewColours>({
    ...request,
    isSmall: raster.width * raster.height <= QUICK_PIXELS,
    find,
    sizeOf: ({ data }) => data.length,
    scoreOf: ({ score }) => score,
    budget,
  });
  return found && found.data.length < request.maxBytes ? found : null;
}

type FewColours = EncodedPicture & { readonly score: number };
