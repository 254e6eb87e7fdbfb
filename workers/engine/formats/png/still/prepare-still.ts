import type { Raster } from '../../../base/raster.ts';
import { releaseRaster } from '../../../base/release-raster.ts';
import type { Codecs } from '../../../codecs/ports/codecs.ts';
import { profileChunk, writeChunks, type Chunk } from '../../../containers/png/chunks.ts';
import type { EngineContext } from '../../../context.ts';
import { shownByProfile, type Display } from '../../../palette/map/shown-by-profile.ts';
import { changedColours } from '../metadata/changed-colours.ts';
import { metadataChunks } from '../metadata/kept-chunks.ts';
import type { PngSource } from '../png-source.ts';
import { dropOpaqueAlpha } from './drop-opaque-alpha.ts';

export interface PreparedStill {
  /** The samples to write, without an alpha channel that says nothing. */
  readonly raster: Raster;
  /** What they look like. */
  readonly reference: Raster;
  readonly metadata: readonly Chunk[];
  /** Shows such samples; null where they are sRGB. */
  readonly display: Display | null;
}

/** What a result with fewer colours, or rounded ones, is made of. */
export async function prepareStill(
  source: PngSource,
  stored: Raster,
  { codecs }: EngineContext,
): Promise<PreparedStill> {
  const { ancillary, chunks } = source;
  const { icc, samples, shownBy } = changedColours(source, stored.space);
  const raster = dropOpaqueAlpha(
    samples === 'srgb' ? await codecs.image.decode(source.bytes, { colour: 'srgb' }) : stored,
  );
  const metadata = await metadataChunks(chunks, ancillary, icc, codecs.deflate);
  const display = shownBy && shownByProfile(shownBy, codecs);
  const reference = shownBy ? dropOpaqueAlpha(await displayed(source, stored, shownBy, codecs)) : raster;
  return { raster, reference, metadata, display };
}

/** The picture as its source shows it, from all bits of its samples. */
async function displayed(
  { chunks, header }: PngSource,
  stored: Raster,
  icc: Uint8Array,
  codecs: Codecs,
): Promise<Raster> {
  if (header.depth < 16) return shownByProfile(icc, codecs).raster(stored);
  const [head, ...rest] = chunks.filter(({ type }) => type !== 'iCCP');
  const profile = await profileChunk(icc, codecs.deflate, 1);
  return codecs.image.decode(writeChunks([head!, profile, ...rest]), { colour: 'srgb' });
}

/** Frees what {@link prepareStill} decoded beside the stored samples. */
export function releasePrepared({ raster, reference }: PreparedStill, stored: Raster): void {
  for (const copy of new Set([raster, reference])) if (copy !== stored) releaseRaster(copy);
}
