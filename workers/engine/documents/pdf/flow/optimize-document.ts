import type { EngineContext } from '../../../context.ts';
import { joinFindings, outcome, skip, unchanged } from '../../../api/report/findings.ts';
import type { Findings, Outcome } from '../../../api/report/report.ts';
import { buildForPreset } from './build-for-preset.ts';
import { walkContents } from '../content/walk-contents.ts';
import type { StreamBudget } from '../filters/stream-budget.ts';
import { planFonts } from '../fonts/subset/plan-fonts.ts';
import { planBitmaps } from '../images/plan/plan-bitmaps.ts';
import type { PdfDocument } from '../model/document.ts';
import { keptClaims, readClaims } from '../protection/claims.ts';
import { planScans } from '../scans/plan-scans.ts';
import { cleanMetadata } from '../steps/clean-metadata.ts';
import { deflatePictures } from '../steps/deflate-pictures.ts';
import { dropDefaults } from '../steps/drop-defaults.ts';
import { dropUnreachable } from '../steps/drop-unreachable.ts';
import { dropUnusedResources } from '../steps/drop-unused-resources.ts';
import { joinContents } from '../steps/join-contents.ts';
import { mergeDuplicates } from '../steps/merge-duplicates.ts';
import { planContents } from '../steps/plan-contents.ts';
import { repackStreams } from '../steps/repack-streams.ts';
import { stripPrivate } from '../steps/strip-private.ts';
import type { TidyStep } from '../steps/tidy-step.ts';
import { fitTarget } from '../target/fit-target.ts';
import type { FeatureCounts } from '../verify/features.ts';
import { openRenderCheck, uncomparablePages } from '../verify/open-render-check.ts';
import { PdfJob } from './pdf-job.ts';

/** The lossless work that does not depend on what pages show, in order. */
const TIDY_STEPS: readonly TidyStep[] = [
  dropUnreachable,
  stripPrivate,
  dropDefaults,
  cleanMetadata,
  dropUnreachable,
  mergeDuplicates,
  deflatePictures,
  joinContents,
  repackStreams,
  mergeDuplicates,
];

interface OptimizeRequest {
  readonly source: Uint8Array;
  /** As read from the source; it is changed in place. */
  readonly document: PdfDocument;
  /** Has counted what was unpacked to read the document. */
  readonly budget: StreamBudget;
  readonly features: FeatureCounts;
  readonly context: EngineContext;
}

/**
 * The order of work on a document that may be rewritten: structure, contents, fonts, pictures, then the verified build.
 * @returns the smallest result that passes the check, or the source when none does
 * @throws EngineError "damaged", "password-protected" or "limit-exceeded"
 */
export async function optimizeDocument(request: OptimizeRequest): Promise<Outcome> {
  const { source, document, features, context, budget } = request;
  const { steps } = context;
  const claims = await readClaims(document, context.codecs.deflate, budget);
  const job = new PdfJob(document, context, { claims, budget });
  const tidied = await steps.timed('structure', () => tidy(job));
  context.onProgress(0.2);
  const usage = await steps.timed('walk', () => walkContents(job));
  const trimmed = dropUnusedResources(document, usage);
  const check = await steps.timed('verify', () => openRenderCheck(source, job, usage));
  if (!check) return unchanged(source, tidied, { skips: [skip('not-checkable')] }, failures(job));
  const uncomparable = await steps.timed('verify', () => uncomparablePages(job, usage, check));
  context.onProgress(0.3);
  const fonts = await steps.timed('fonts', () => planFonts(job, usage));
  const contents = await steps.timed('contents', () => planContents(job, usage));
  const bitmaps = await steps.timed('pictures', () => planBitmaps(job, usage, uncomparable));
  const scans = await steps.timed('pictures', () => planScans({ job, usage, uncomparable, bitmaps }));
  const planned = new Map([...bitmaps, ...scans.pictures]);
  const build = { source, features, job, usage, uncomparable, bitmaps: planned, check };
  const others = { fonts: fonts.savings, contents };
  const { target } = context;
  const result = await (target ? fitTarget(build, others, target) : buildForPreset(build, others));
  context.onProgress(1);
  return outcome(result.bytes, tidied, trimmed, fonts, scans, result, failures(job));
}

/** @throws EngineError "limit-exceeded" when a stream unpacks to more than can be handled */
async function tidy(job: PdfJob): Promise<Findings> {
  const found: Partial<Findings>[] = [{ kept: keptClaims(job.claims) }];
  for (const step of TIDY_STEPS) found.push(await step(job));
  return joinFindings(...found);
}

/** Parts that our own code failed at. */
function failures({ failedParts }: PdfJob): Partial<Findings> {
  return failedParts.size === 0 ? {} : { skips: [skip('part-failed', { count: failedParts.size })] };
}
