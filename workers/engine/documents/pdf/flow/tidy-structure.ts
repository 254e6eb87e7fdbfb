import type { EngineContext } from '../../../context.ts';
import { change, kept, skip } from '../../../api/report/findings.ts';
import type { ChangeCode } from '../../../api/report/report-codes.ts';
import type { Change, Findings, Kept } from '../../../api/report/report.ts';
import { readClaims, type Claims } from '../protection/claims.ts';
import type { StreamBudget } from '../filters/stream-budget.ts';
import type { PdfDocument } from '../model/document.ts';
import { PdfStream } from '../model/objects.ts';
import { PdfJob } from './pdf-job.ts';
import { cleanMetadata } from '../steps/clean-metadata.ts';
import { collectGarbage } from '../steps/collect-garbage.ts';
import { dropDefaults } from '../steps/drop-defaults.ts';
import { joinContents } from '../steps/join-contents.ts';
import { mergeDuplicates } from '../steps/merge-duplicates.ts';
import { repackStreams } from '../steps/repack-streams.ts';
import { stripPrivate } from '../steps/strip-private.ts';

export interface TidiedStructure {
  readonly job: PdfJob;
  readonly findings: Partial<Findings>;
}

/**
 * The lossless part that does not depend on the pages' contents: drops unreachable, private and duplicate objects, and
 * packs the rest again. Changes the document in place.
 * @throws EngineError "limit-exceeded" when a stream unpacks to more than can be handled
 */
export async function tidyStructure(
  document: PdfDocument,
  context: EngineContext,
  budget: StreamBudget,
): Promise<TidiedStructure> {
  const unreachable = collectGarbage(document);
  const claims = await readClaims(document, context.codecs.deflate, budget);
  const job = new PdfJob(document, context, { claims, budget });
  const stripped = stripPrivate(document, claims.rules);
  const defaults = dropDefaults(document);
  const metadataBytes = await cleanMetadata(job);
  const dropped = unreachable + collectGarbage(document);
  const merged = mergeDuplicates(document);
  const joined = await joinContents(job);
  if (joined > 0) collectGarbage(document);
  const repacked = await context.steps.timed('repack', () => repackStreams(job, streamNumbers(document)));
  const mergedLater = mergeDuplicates(document);
  const { count, savedBytes, unreadable } = repacked;
  const findings = {
    kept: keptClaims(claims),
    changes: [
      ...counted('unreachable-dropped', dropped),
      ...counted('private-data-dropped', stripped),
      ...counted('defaults-dropped', defaults),
      ...(metadataBytes > 0 ? [change('metadata-cleaned', { savedBytes: metadataBytes })] : []),
      ...counted('duplicates-merged', merged + mergedLater),
      ...counted('contents-joined', joined),
      ...(count > 0 ? [change('streams-repacked', { count, savedBytes })] : []),
    ],
    skips: unreadable > 0 ? [skip('stream-unreadable', { count: unreadable })] : [],
  };
  return { job, findings };
}

function keptClaims({ standards }: Claims): Kept[] {
  return standards.map((standard) =>
    standard.startsWith('PDF/A-')
      ? kept('pdf-a', { values: { part: Number(standard.at(-1)) } })
      : kept('conformance', { values: { standard } }),
  );
}

/** A change that touched so many objects; none when there are none. */
export function counted(code: ChangeCode, count: number): Change[] {
  return count > 0 ? [change(code, { count })] : [];
}

function streamNumbers(document: PdfDocument): number[] {
  return [...document.objects].filter(([, object]) => object instanceof PdfStream).map(([num]) => num);
}
