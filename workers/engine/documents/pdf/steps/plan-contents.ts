import { pathDecimals } from '../content/path-decimals.ts';
import { tidyContent } from '../content/tidy-content.ts';
import type { ContentUse, Usage } from '../content/usage.ts';
import type { Saving } from '../model/edits.ts';
import { PdfStream } from '../model/objects.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { packedInPlace } from './pack-data.ts';
import { BYTES_OF_LINES, COLOUR_PLACES, MIN_STREAM_BYTES, WORTHWHILE_SHARE } from '../tuning.ts';

/**
 * Writes contents shorter whose coordinates and colours have more places than show, or whose rectangles are lines: plots and charts
 * of pages, forms and patterns.
 * The document does not change.
 */
export async function planContents(job: PdfJob, usage: Usage): Promise<Saving[]> {
  if (usage.isIncomplete || job.context.preset === 'lossless') return [];
  const plans: Saving[] = [];
  for (const [num, stream] of job.document.objects) {
    const use = stream instanceof PdfStream ? usage.contents.get(stream) : undefined;
    if (!use || !(stream instanceof PdfStream) || stream.data.length < MIN_STREAM_BYTES) continue;
    job.context.signal.throwIfAborted();
    // Of content that cannot be read viewers may still make something: it stays.
    const packed = await job.orLeave(stream, () => tidied(job, stream, use));
    if (!packed) continue;
    const savedBytes = stream.data.length - packed.data.length;
    plans.push({ edits: new Map([[num, packed]]), pages: use.pages, savedBytes });
  }
  return plans;
}

/** @returns undefined where nothing is gained */
async function tidied(job: PdfJob, stream: PdfStream, use: ContentUse): Promise<PdfStream | undefined> {
  const decimals = pathDecimals(use.pathScale);
  const bytes = await contentOf(job, stream);
  if (!bytes || excessBytes(bytes, decimals) < bytes.length * (1 - WORTHWHILE_SHARE)) return undefined;
  const shorter = tidyContent(bytes, decimals);
  if (shorter.length > bytes.length * WORTHWHILE_SHARE) return undefined;
  return packedInPlace(stream, shorter, job.context.codecs.deflate);
}

/** About how many bytes are too many: digits further behind a point than show, and lines that close a rectangle. */
function excessBytes(bytes: Uint8Array, decimals: number): number {
  const places = Math.min(decimals, COLOUR_PLACES);
  let excess = 0;
  let digits = -1;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at]!;
    if (code === POINT) digits = 0;
    else if (code < ZERO || code > NINE) digits = -1;
    else if (digits >= 0 && ++digits > places) excess++;
    if (code === LINE && bytes[at + 2] === CLOSE) excess += BYTES_OF_LINES;
  }
  return excess;
}

const [POINT, ZERO, NINE, LINE, CLOSE] = [0x2e, 0x30, 0x39, 0x6c, 0x68];

async function contentOf(job: PdfJob, stream: PdfStream): Promise<Uint8Array | undefined> {
  if (stream.dict.has('F')) return undefined;
  const { bytes, rest } = await job.decode(stream, { strict: true });
  return rest.length === 0 ? bytes : undefined;
}
