import { MOST_SCORE } from '../../../../quality/thresholds.ts';
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
import { packAsPng } from './pack-as-png.ts';
import { greyFromEqualChannels, mapSamples } from '../read/samples.ts';
import { LEAST_PACKED_SHARE, MAX_PALETTE_RATIO } from '../../tuning.ts';

export interface PaletteRequest {
  /** Lowest visual score of the pixels as they are stored. */
  readonly floor: number;
  /** The colour space that the raster's samples are in. */
  readonly base: PdfObject;
  /** Longer results are dropped. */
  readonly maxBytes: number;
  /** What the raster takes without loss [estimated from strips of it]. */
  readonly exactBytes: number | undefined;
  /** Greys have to stay samples. */
  readonly isMask: boolean;
  /** A size was asked for: what gentler presets make is not compared. */
  readonly isForTarget: boolean;
}

/**
 * A grey or RGB picture in as few colours as its appearance allows, as an Indexed picture over its own colour space; a mask in 2 or 4 bits
 * a sample.
 * @returns null where few colours do not reach the floor, or save nothing
 */
export async function encodeFewColours(
  job: PdfJob,
  raster: Raster,
  request: PaletteRequest,
): Promise<EncodedPicture | null> {
  if (raster.channels === 3) return encodePalette(job, raster, request);
  if (raster.channels !== 1) return null;
  const greys = await encodeGreys(job, raster, request);
  if (request.isMask) return greys;
  const maxBytes = greys?.data.length ?? request.maxBytes;
  return (await encodePalette(job, raster, { ...request, maxBytes })) ?? greys;
}

/** A mask in 2 or 4 bits a sample: lettering whose edges were smoothed needs no more. */
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
  const exactBytes = request.exactBytes ?? ((await bitsPerSample(job, raster)) * raster.data.length) / 8;
  if (exactBytes > MAX_PALETTE_RATIO * request.maxBytes) return null;
  const budget = job.context.budget.part(job.context.budget.leftMs);
  const context = deriveContext(job.context, { budget });
  const known = new PaletteMemory();
  const find = async (floor: number, mostBytes = request.maxBytes): Promise<FewColours | null> => {
    const maxBytes = mostBytes / LEAST_PACKED_SHARE;
    const limits = { floor, effort: 'fast', maxBytes, known } as const;
    const found = await reduceColours(raster, { ...limits, reference: raster, render: renderPlain }, context);
    // What hardly changes anything is stored without loss.
    if (!found || found.score >= MOST_SCORE) return null;
    const reduced = rasterOf(found.picture);
    const samples = raster.channels === 1 ? greyFromEqualChannels(reduced) : reduced;
    if (!samples) return null;
    const encoded = await encodeSamples(job, samples, request.base, request.isMask);
    const packed = await packAsPng(job, encoded);
    return packed.data.length < mostBytes ? { ...packed, isLossy: true, score: found.score } : null;
  };
  return smallestOfPresets<FewColours>({
    ...request,
    isSmall: raster.width * raster.height <= QUICK_PIXELS,
    find,
    sizeOf: ({ data }) => data.length,
    scoreOf: ({ score }) => score,
    budget,
  });
}

type FewColours = EncodedPicture & { readonly score: number };
