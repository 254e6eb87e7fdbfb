import { maxUnpackedBytes } from '../filters/stream-budget.ts';
import { OBJECT_CHARS } from '../writing/file-layout.ts';
import type { Findings } from '../../../api/report/report.ts';
import { PdfDict, PdfRef, PdfStream, type PdfObject } from '../model/objects.ts';
import { pagesOf } from '../model/pages.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { collectGarbage } from './drop-unreachable.ts';
import { counted } from './tidy-step.ts';

/**
 * Makes one stream of each page's contents: parts deflate worse alone, and each costs an object. Parts only ever end
 * between tokens (ISO 32000-1, 7.8.2), so that they may be joined by a line feed.
 * @throws EngineError "limit-exceeded"
 */
export async function joinContents(job: PdfJob): Promise<Partial<Findings>> {
  const pages = [...new Set(pagesOf(job.document).map(({ dict }) => dict))];
  const uses = new Map<PdfStream, number>();
  const partsOf = new Map<PdfDict, PdfStream[]>();
  for (const page of pages) {
    const parts = streamsOf(job, page);
    if (!parts) continue;
    partsOf.set(page, parts);
    for (const part of parts) uses.set(part, (uses.get(part) ?? 0) + 1);
  }
  // A part of several pages that takes no more than an object is repeated.
  const isWorthSharing = (part: PdfStream): boolean => uses.get(part)! > 1 && part.data.length > OBJECT_CHARS;
  let joined = 0;
  let left = maxUnpackedBytes(job.budget.fileBytes);
  for (const [page, parts] of partsOf) {
    if (parts.length < 2 || parts.some(isWorthSharing)) continue;
    const bytes = await joinedBytes(job, parts);
    if (!bytes) continue;
    left -= bytes.length;
    if (left < 0) break;
    page.set('Contents', job.document.add(new PdfStream(new PdfDict(), bytes)));
    joined++;
  }
  if (joined > 0) collectGarbage(job.document);
  return { changes: counted('contents-joined', joined) };
}

/** @returns undefined where a part is no stream, or lies in another file */
function streamsOf(job: PdfJob, page: PdfDict): PdfStream[] | undefined {
  const contents = page.get('Contents');
  const value: PdfObject = job.document.resolve(contents);
  const refs = Array.isArray(value) ? value : [contents ?? null];
  const streams = refs.map((ref) => (ref instanceof PdfRef ? job.document.stream(ref) : undefined));
  return streams.every((stream) => stream && !stream.dict.has('F')) ? (streams as PdfStream[]) : undefined;
}

async function joinedBytes(job: PdfJob, parts: readonly PdfStream[]): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  for (const part of parts) {
    // A part that cannot be read stays as it is, and so do its neighbours.
    const decoded = await job.orLeave(part, () => job.decode(part, { strict: true }));
    if (!decoded || decoded.rest.length > 0) return undefined;
    if (part !== parts.at(-1) && endsInsideToken(decoded.bytes)) return undefined;
    chunks.push(decoded.bytes);
  }
  const result = new Uint8Array(chunks.reduce((sum, { length }) => sum + length + 1, -1)).fill(LINE_FEED);
  let at = 0;
  for (const chunk of chunks) {
    result.set(chunk, at);
    at += chunk.length + 1;
  }
  return result;
}

const LINE_FEED = 10;

/** Whether a string or comment is still open at the end: readers put a blank, a line feed or nothing before the next part. */
function endsInsideToken(bytes: Uint8Array): boolean {
  let depth = 0;
  let isComment = false;
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes[i]!;
    if (isComment) isComment = code !== LINE_FEED && code !== 0x0d;
    else if (code === 0x28) depth++;
    else if (depth === 0) isComment = code === 0x25;
    else if (code === 0x29) depth--;
    else if (code === 0x5c) i++;
  }
  return depth > 0 || isComment;
}
