import { isEngineError } from '../../../api/errors.ts';
import { ENGINE_LIMITS } from '../../../api/limits.ts';
import type { Usage } from '../content/usage.ts';
import { filtersOf } from '../filters/decode-stream.ts';
import { maxUnpackedBytes } from '../filters/stream-budget.ts';
import type { PdfDocument } from '../model/document.ts';
import type { PdfStream } from '../model/objects.ts';
import { pagesOf } from '../model/pages.ts';
import { pictureNumbers } from '../model/picture-streams.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { SPARE_SAMPLE_BYTES } from '../tuning.ts';

/**
 * Numbers of pages that must not be rendered: those with a picture past the pixel limit, as the renderer would decode it,
 * with pictures that unpack to more than the file may, and those that take endless work. All, when a stream that calls
 * itself a picture and is drawn nowhere unpacks to too much: it may be anything.
 */
export async function unrenderablePages(job: PdfJob, usage: Usage): Promise<ReadonlySet<number>> {
  const { document } = job;
  // Glyphs are walked on one page only, and drawn on all that show them.
  if (usage.hasNestedGlyphs) return allPages(document);
  const pages = new Set(usage.endlessPages);
  const bytesOfPages = new Map<number, number>();
  const maxBytes = maxUnpackedBytes(job.budget.fileBytes);
  const drawn = new Set<PdfStream>();
  for (const [num, use] of usage.pictures) {
    const parts = partsOf(document, document.stream(document.objects.get(num)));
    for (const part of parts) drawn.add(part);
    const bytes = parts.reduce((sum, part) => sum + sampleBytes(document, part), 0);
    const isTooLarge =
      parts.some((part) => isPastPixelLimit(document, part)) || !(await areWithinLimits(job, parts));
    for (const page of use.pages) {
      const all = (bytesOfPages.get(page) ?? 0) + bytes;
      bytesOfPages.set(page, all);
      if (isTooLarge || all > maxBytes) pages.add(page);
    }
  }
  for (const num of pictureNumbers(document)) {
    const stream = document.stream(document.objects.get(num));
    if (stream && !drawn.has(stream) && !(await isWithinLimits(job, stream))) return allPages(document);
  }
  return pages;
}

function allPages(document: PdfDocument): ReadonlySet<number> {
  return new Set(pagesOf(document).keys());
}

/** A picture and its masks. */
function partsOf(document: PdfDocument, stream: PdfStream | undefined): PdfStream[] {
  const masks = ['SMask', 'Mask'].map((key) => document.stream(stream?.dict.get(key)));
  return [stream, ...masks].filter((part) => part !== undefined);
}

function pixelsOf(document: PdfDocument, { dict }: PdfStream): number {
  return (document.number(dict.get('Width')) ?? 0) * (document.number(dict.get('Height')) ?? 0);
}

function isPastPixelLimit(document: PdfDocument, stream: PdfStream): boolean {
  return pixelsOf(document, stream) > ENGINE_LIMITS.maxPixels;
}

/** About what its samples take, at most: colours count as four components. */
function sampleBytes(document: PdfDocument, stream: PdfStream): number {
  const bits = document.number(stream.dict.get('BitsPerComponent')) ?? 1;
  return (pixelsOf(document, stream) * bits * (bits === 1 ? 1 : 4)) / 8;
}

async function areWithinLimits(job: PdfJob, parts: readonly PdfStream[]): Promise<boolean> {
  for (const part of parts) {
    // The renderer undoes a single filter of these row by row, and only for the rows that are declared.
    const [filter, ...others] = filtersOf(part.dict, job.document);
    if (!filter || (others.length === 0 && filter.name !== 'LZWDecode' && !filter.name.startsWith('ASCII')))
      continue;
    if (!(await isWithinLimits(job, part))) return false;
  }
  return true;
}

async function isWithinLimits(job: PdfJob, stream: PdfStream): Promise<boolean> {
  try {
    await job.decode(stream, { declaredBytes: sampleBytes(job.document, stream) + SPARE_SAMPLE_BYTES });
    return true;
  } catch (error) {
    if (!isEngineError(error)) throw error;
    return error.code !== 'limit-exceeded';
  }
}
