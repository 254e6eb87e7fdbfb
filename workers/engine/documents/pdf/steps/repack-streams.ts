import { change, joinFindings, skip } from '../../../api/report/findings.ts';
import type { Change, Findings, Skip } from '../../../api/report/report.ts';
import type { PdfDocument } from '../model/document.ts';
import { nameOf, PdfName, PdfStream } from '../model/objects.ts';
import type { DecodedStream } from '../filters/decode-stream.ts';
import { setFilters } from '../filters/set-filters.ts';
import { isPictureStream } from '../model/picture-streams.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { filterLength, keepCodec } from './keep-codec.ts';
import { packData } from './pack-data.ts';
import { MAX_OPTIMAL_BYTES, OPTIMAL_LEVEL, PLAIN_LEVEL } from '../tuning.ts';

/**
 * Packs every stream again with the strongest deflate that pays for its time, and keeps the result where it is smaller.
 * Also a bound: a stream that unpacks past the limit ends the work here, before anything draws it.
 * @throws EngineError "limit-exceeded"
 */
export function repackStreams(job: PdfJob): Promise<Partial<Findings>> {
  return job.context.steps.timed('repack', () => repackAll(job));
}

async function repackAll(job: PdfJob): Promise<Partial<Findings>> {
  const { document } = job;
  const streams = [...document.objects.values()].filter((object) => object instanceof PdfStream);
  const { level, unpacked } = await unpackSome(job, streams);
  const changes: Change[] = [];
  const skips: Skip[] = [];
  for (const stream of streams) {
    job.context.signal.throwIfAborted();
    // The data of these is in another file, but there are readers that unpack what stands here.
    if (stream.dict.has('F')) await decodeOrSkip(job, stream);
    if (!isRepackable(document, stream)) continue;
    const decoded = unpacked.has(stream) ? unpacked.get(stream) : await decodeOrSkip(job, stream);
    unpacked.delete(stream);
    const savedBytes = decoded ? await repackOrLeave(job, stream, decoded, level) : 0;
    if (savedBytes > 0) changes.push(change('streams-repacked', { count: 1, savedBytes }));
    // An unknown filter or data that cannot be read: the stream stays.
    if (!decoded && !job.failedParts.has(stream)) skips.push(skip('stream-unreadable'));
  }
  return joinFindings({ changes, skips });
}

function decodeOrSkip(job: PdfJob, stream: PdfStream): Promise<DecodedStream | undefined> {
  return job.orLeave(stream, () => job.decode(stream, { strict: true }));
}

/** Streams unpacked, as long as all together are few enough for optimal parsing. */
async function unpackSome(job: PdfJob, streams: readonly PdfStream[]) {
  const unpacked = new Map<PdfStream, DecodedStream | undefined>();
  let total = 0;
  for (const stream of streams) {
    if (!isRepackable(job.document, stream)) continue;
    const decoded = await decodeOrSkip(job, stream);
    total += decoded?.bytes.length ?? 0;
    if (total > MAX_OPTIMAL_BYTES) return { level: PLAIN_LEVEL, unpacked };
    unpacked.set(stream, decoded);
  }
  return { level: OPTIMAL_LEVEL, unpacked };
}

/** Pictures have their own step; the data of others is in another file. */
function isRepackable(document: PdfDocument, stream: PdfStream): boolean {
  return !isPictureStream(document, stream) && !stream.dict.has('F');
}

async function repackOrLeave(
  job: PdfJob,
  stream: PdfStream,
  decoded: DecodedStream,
  level: number,
): Promise<number> {
  try {
    return await repack(job, stream, decoded, level);
  } catch (error) {
    if (job.recordFailure(error, stream)) throw error;
    return 0;
  }
}

/** @returns bytes saved, 0 when the stream stays */
async function repack(
  job: PdfJob,
  stream: PdfStream,
  decoded: DecodedStream,
  level: number,
): Promise<number> {
  const { bytes, rest } = decoded;
  const before = stream.data.length + filterLength(stream.dict);
  if (rest.length > 0) return bytes === stream.data ? 0 : keepCodec(stream, decoded);
  if (isPlainXmp(job, stream)) return storePlain(stream, bytes, before);
  const packed = await packData(bytes, stream.data.length, job.context.codecs.deflate, level);
  if (bytes.length <= packed.length + FLATE_CHARS) return storePlain(stream, bytes, before);
  if (packed.length + FLATE_CHARS >= before) return 0;
  setFilters(stream.dict, PdfName.of('FlateDecode'));
  stream.data = packed;
  return before - packed.length - FLATE_CHARS;
}

const FLATE_CHARS = '/Filter/FlateDecode'.length;

function storePlain(stream: PdfStream, bytes: Uint8Array, before: number): number {
  if (bytes.length >= before) return 0;
  setFilters(stream.dict, undefined);
  stream.data = bytes;
  return before - bytes.length;
}

/** XMP that programs without a PDF parser must find, in a protected document too. Source: ISO 32000-1, table 20. */
function isPlainXmp({ claims, document }: PdfJob, stream: PdfStream): boolean {
  const isOpen = document.encryption?.dict.get('EncryptMetadata') === false;
  return (claims.rules.hasPlainXmp === true || isOpen) && nameOf(stream.dict.get('Type')) === 'Metadata';
}
