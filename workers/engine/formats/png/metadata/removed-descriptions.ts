import type { Chunk } from '../../../containers/png/chunks.ts';
import { isShowing, type Ancillary } from './kept-chunks.ts';
import { isMarker } from './marker-chunk.ts';
import { keywordOf, XMP_KEYWORD } from './text-chunks.ts';

/** Chunks that the report does not mention: they repeat what samples or profile say, or help screens of few colours. */
const REDUNDANT = new Set(['iCCP', 'sRGB', 'hIST', 'sPLT']);

/** Content Credentials: a signed manifest of C2PA. Source: C2PA specification 2.1, A.3.4. */
export const CREDENTIALS = 'caBX';

/** Names of descriptions for the report. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  tEXt: 'text',
  zTXt: 'text',
  iTXt: 'text',
  eXIf: 'camera data',
  tIME: 'time of the last change',
};

/** The descriptions (text, time, thumbnails, foreign chunks) of a file that go: their bytes, and what they are in words. */
export function removedDescriptions(
  chunks: readonly Chunk[],
  { described, shown, texts }: Ancillary,
): { bytes: number; parts: string } {
  const keptBytes = described.tiff?.length ?? 0;
  const keptTexts = new Set(texts);
  const found = chunks.filter(
    (chunk) =>
      !isShowing(chunk) &&
      !REDUNDANT.has(chunk.type) &&
      chunk.type !== CREDENTIALS &&
      !keptTexts.has(chunk) &&
      !isMarker(chunk) &&
      !(shown?.isCut === false && keywordOf(chunk) === XMP_KEYWORD) &&
      !(chunk.type === 'eXIf' && chunk.data.length <= keptBytes),
  );
  const parts = new Set(found.map(({ type }) => DESCRIPTIONS[type] ?? 'data of other programs'));
  return { bytes: found.reduce((sum, { data }) => sum + data.length + 12, 0), parts: [...parts].join(', ') };
}
