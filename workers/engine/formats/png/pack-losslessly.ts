import type { Codecs } from '../../codecs/ports/codecs.ts';
import { readChunks, readHeader, writeChunks } from '../../containers/png/chunks.ts';
import type { EngineContext } from '../../context.ts';
import { orIfRefused } from '../../api/errors.ts';
import type { Raster, Raster16 } from '../../base/raster.ts';
import { releaseBytes, releaseRaster } from '../../base/release-raster.ts';
import { isRewritten, keptMarker, metadataChunks, withoutDescriptions } from './kept-chunks.ts';
import { storedProfile, type PngSource } from './png-source.ts';
import { sameSamples } from './same-samples.ts';

/** Pictures above this size get the quick row filters only: all of them take 0.3 to 3 s a megapixel. */
const QUICK_FROM_PIXELS = 16_000_000;

/**
 * Offsets for decoding in parallel, which would be wrong afterwards, and what is left of an animation: viewers pass over
 * it in a still, the optimiser refuses it.
 */
const STRAY_CHUNKS = ['iDOT', 'acTL', 'fcTL', 'fdAT'];

/** Says what is so without it; beside it the optimiser would leave grey pictures in colours. */
const REDUNDANT = 'sRGB';

/**
 * Packs a PNG better without changing a sample, and checks that by decoding.
 * @param raster its samples; null decodes them when they are needed
 * @param maxBytes a longer result is of no use
 * @returns null when the optimiser changed something, or the result would be of no use
 */
export async function packLosslessly(
  source: PngSource,
  raster: Raster | null,
  context: EngineContext,
  maxBytes = Infinity,
): Promise<Uint8Array | null> {
  const { image, deflate } = context.codecs;
  const { header, ancillary } = source;
  const isQuick = header.width * header.height > QUICK_FROM_PIXELS || context.budget.isSpent;
  const icc = storedProfile(source);
  // The optimiser sees a profile that stays, so that it does not turn coloured into grey under a profile for colours.
  const unwanted = [...STRAY_CHUNKS, REDUNDANT, ...(icc ? [] : ['iCCP'])];
  const effort = isQuick ? 'quick' : source.effort;
  // The optimiser is stricter than decoders: what it refuses stays packed as it is.
  const optimised = await image
    .optimizePng(without(unwanted, source), { keepChunks: true, effort, maxBytes })
    .catch(orIfRefused(source.bytes));
  const metadata = await metadataChunks(source.chunks, ancillary, icc, deflate);
  const [head, ...rest] = withoutDescriptions(readChunks(optimised)).filter((chunk) => !isRewritten(chunk));
  const marker = source.embedded ? [] : keptMarker(ancillary);
  const packed = writeChunks([head!, ...marker, ...metadata, ...rest]);
  // It is the source where nothing was smaller, which is still needed.
  if (optimised !== source.bytes) releaseBytes(optimised);
  if (packed.length > maxBytes) return null;
  return (await isSame(source, packed, raster, context)) ? packed : null;
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
