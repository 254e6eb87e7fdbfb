import type { Codecs } from '../../../codecs/ports/codecs.ts';
import { readChunks, readHeader, writeChunks } from '../../../containers/png/chunks.ts';
import type { EngineContext } from '../../../context.ts';
import { orIfRefused } from '../../../api/errors.ts';
import type { Raster, Raster16 } from '../../../base/raster.ts';
import { releaseBytes, releaseRaster } from '../../../base/release-raster.ts';
import { isRewritten, metadataChunks, withoutDescriptions } from '../metadata/kept-chunks.ts';
import { keptMarker } from '../metadata/marker-chunk.ts';
import { storedProfile } from '../metadata/changed-colours.ts';
import type { PngSource } from '../png-source.ts';
import type { PackedPng } from '../png-strategies.ts';
import { LARGE_PIXELS } from '../tuning.ts';
import { sameSamples } from './same-samples.ts';

/**
 * Offsets for decoding in parallel, which packing makes wrong, and leftovers of an animation: viewers ignore them in a still, the
 * optimiser refuses them.
 */
const STRAY_CHUNKS = ['iDOT', 'acTL', 'fcTL', 'fdAT'];

/** Repeats the default; beside it the optimiser leaves grey pictures in colours. */
const REDUNDANT = 'sRGB';

/**
 * Packs a PNG better without changing a sample, and checks that by decoding.
 * @param raster its samples; null decodes them when they are needed
 * @param maxBytes a longer result is given up
 * @returns null when the optimiser changed something, or the result is longer
 */
export async function packLosslessly(
  source: PngSource,
  raster: Raster | null,
  context: EngineContext,
  maxBytes: number,
): Promise<PackedPng | null> {
  const { image, deflate } = context.codecs;
  const { header, ancillary } = source;
  const isQuick = header.width * header.height > LARGE_PIXELS || context.budget.isSpent;
  const icc = storedProfile(source);
  // The optimiser sees a profile that stays, so that it does not turn coloured into grey under a profile for colours.
  const unwanted = [...STRAY_CHUNKS, REDUNDANT, ...(icc ? [] : ['iCCP'])];
  const effort = isQuick ? 'quick' : source.effort;
  // The optimiser is stricter than decoders: a file that it refuses keeps its packing.
  const optimised = await image
    .optimizePng(without(unwanted, source), { keepChunks: true, effort, maxBytes })
    .catch(orIfRefused(source.bytes));
  const metadata = await metadataChunks(source.chunks, ancillary, icc, deflate);
  const [head, ...rest] = withoutDescriptions(readChunks(optimised)).filter((chunk) => !isRewritten(chunk));
  const marker = source.embedded ? [] : keptMarker(ancillary.markedFloor);
  const packed = writeChunks([head!, ...marker, ...metadata, ...rest]);
  // The optimiser returns the source, which is still needed, where nothing was smaller.
  if (optimised !== source.bytes) releaseBytes(optimised);
  if (packed.length > maxBytes) return null;
  return (await isSame(source, packed, raster, context)) ? { kind: 'packed', bytes: packed } : null;
}

/**
 * A PNG less some chunks; a profile that goes would keep grey pictures from losing their colours. The file itself where it
 * has none of them: it may be large.
 */
function without(unwanted: readonly string[], { chunks, bytes }: PngSource): Uint8Array {
  const rest = chunks.filter(({ type }) => !unwanted.includes(type));
  return rest.length === chunks.length ? bytes : writeChunks(rest);
}

async function isSame(
  source: PngSource,
  result: Uint8Array,
  raster: Raster | null,
  { codecs }: EngineContext,
): Promise<boolean> {
  const { image } = codecs;
  if (source.header.depth === 16 && readHeader(readChunks(result)).depth === 16) {
    // One after the other: each may take 600 MB.
    const before = digest(await image.decode16(source.bytes), codecs);
    return before === digest(await image.decode16(result), codecs);
  }
  const before = raster ?? (await image.decode(source.bytes));
  const after = await image.decode(result);
  const isSame = sameSamples(before, after);
  releaseRaster(after);
  return isSame;
}

/** Layout and SHA-256 of the samples, which are let go. */
function digest({ width, height, channels, data }: Raster16, { ciphers }: Codecs): string {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const digested = ciphers.sha2(256, bytes);
  releaseBytes(bytes);
  return [width, height, channels, ...digested].join(' ');
}
