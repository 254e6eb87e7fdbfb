import { checkPixels } from '../../api/limits.ts';
import { readChunks, readHeader, type Chunk, type Header } from '../../containers/png/chunks.ts';
import type { EngineContext } from '../../context.ts';
import type { PictureOptions } from '../../picture-options.ts';
import { codedColours, type CodedColours } from './metadata/coded-colours.ts';
import { readAncillary, type Ancillary } from './metadata/kept-chunks.ts';
import { FULL_EFFORT_PIXELS } from './tuning.ts';

/** A PNG as read, before its samples are decoded. */
export interface PngSource {
  readonly bytes: Uint8Array;
  readonly chunks: readonly Chunk[];
  readonly header: Header;
  readonly ancillary: Ancillary;
  /** What chunks say of the samples' colours; null where the profile does. */
  readonly colours: CodedColours | null;
  /** Part of an office document: samples, profile and orientation stay as stored. */
  readonly embedded: boolean;
  /** "fast" for large pictures of which there are many. */
  readonly effort: 'fast' | 'full';
  /** A longer result is given up. */
  readonly maxBytes: number;
}

/** @throws EngineError "damaged" or "too-large" */
export async function readPngSource(
  bytes: Uint8Array,
  { codecs, keep }: EngineContext,
  { embedded = false, effort: wanted = 'full', maxBytes = bytes.length }: PictureOptions,
): Promise<PngSource> {
  const chunks = readChunks(bytes);
  const header = readHeader(chunks);
  checkPixels(header.width, header.height);
  const ancillary = await readAncillary(chunks, codecs.deflate, embedded ? [] : keep);
  const effort = header.width * header.height <= FULL_EFFORT_PIXELS ? 'full' : wanted;
  // Programs that show documents know no colours but those of the samples.
  const colours = embedded ? null : codedColours(chunks, header, ancillary.icc !== null);
  return { bytes, chunks, header, ancillary, colours, embedded, effort, maxBytes };
}

/** Whether a file has frames. */
export function isAnimatedPng({ chunks }: PngSource): boolean {
  return chunks.some(({ type }) => type === 'fcTL');
}
