import type { EngineContext } from '../context.ts';
import { isEngineError } from '../errors.ts';
import type { PdfDocument } from './model/document.ts';
import { PdfStream } from './model/objects.ts';
import { PdfJob } from './pdf-job.ts';
import { pdfAPart } from './policy.ts';
import { cleanMetadata } from './steps/clean-metadata.ts';
import { collectGarbage } from './steps/collect-garbage.ts';
import { dropDefaults } from './steps/drop-defaults.ts';
import { joinContents } from './steps/join-contents.ts';
import { mergeDuplicates } from './steps/merge-duplicates.ts';
import { repackStreams } from './steps/repack-streams.ts';
import { stripPrivate } from './steps/strip-private.ts';

/**
 * The lossless part that needs no look at the pages: drops what nothing leads to, what is private and what is double,
 * and packs the rest again. Changes the document in place and notes what it did in the report.
 * @throws EngineError "limit-exceeded" when a stream unpacks to more than can be handled
 */
export async function tidyStructure(document: PdfDocument, context: EngineContext): Promise<PdfJob> {
  const { report } = context;
  const unreachable = collectGarbage(document);
  const job = new PdfJob(document, context, await claimedPdfA(document, context));
  if (job.pdfA > 0) report.kept(`PDF/A-${job.pdfA}`);
  const stripped = stripPrivate(document);
  const defaults = dropDefaults(document);
  const metadataBytes = await cleanMetadata(job);
  const dropped = unreachable + collectGarbage(document);
  const merged = mergeDuplicates(document);
  const joined = await joinContents(job);
  if (joined > 0) collectGarbage(document);
  const repacked = await report.timed('repack', () => repackStreams(job, streamNumbers(document)));
  const mergedLater = mergeDuplicates(document);
  if (dropped > 0)
    report.changed('unreachable-dropped', 'Objects that nothing uses were dropped.', { count: dropped });
  if (stripped > 0)
    report.changed(
      'private-data-dropped',
      'Private data of programs, thumbnails and metadata of single parts were dropped.',
      { count: stripped },
    );
  if (defaults > 0)
    report.changed('defaults-dropped', 'Entries that say what goes without saying were dropped.', {
      count: defaults,
    });
  if (metadataBytes > 0)
    report.changed('metadata-cleaned', 'Editing history and padding were taken out of the metadata.', {
      savedBytes: metadataBytes,
    });
  if (merged + mergedLater > 0)
    report.changed('duplicates-merged', 'Identical objects are stored once.', {
      count: merged + mergedLater,
    });
  if (joined > 0)
    report.changed('contents-joined', 'The parts of page contents were joined.', { count: joined });
  if (repacked.count > 0)
    report.changed(
      'streams-repacked',
      'Page content, fonts and other streams were packed more tightly.',
      repackedFacts(repacked),
    );
  if (repacked.unreadable > 0)
    report.skipped(
      'stream-unreadable',
      'A stream could not be read and was kept as it is.',
      repacked.unreadable,
    );
  return job;
}

function repackedFacts({ count, savedBytes }: { count: number; savedBytes: number }) {
  return { count, savedBytes };
}

function streamNumbers(document: PdfDocument): number[] {
  return [...document.objects].filter(([, object]) => object instanceof PdfStream).map(([num]) => num);
}

async function claimedPdfA(document: PdfDocument, context: EngineContext): Promise<number> {
  const metadata = document.stream(document.catalog?.get('Metadata'));
  if (!metadata) return 0;
  try {
    return pdfAPart((await new PdfJob(document, context, 0).decode(metadata)).bytes);
  } catch (error) {
    if (isEngineError(error) && error.code !== 'limit-exceeded') return 0;
    throw error;
  }
}
