import type { EngineContext } from '../../../context.ts';
import { isEngineError } from '../../../api/errors.ts';
import { PRESET_INFO } from '../../../api/presets.ts';
import { outcome, skip, unchanged } from '../../../api/report/findings.ts';
import type { Findings, Outcome } from '../../../api/report/report.ts';
import { buildVerified, type BuildContext } from './build-verified.ts';
import type { Usage } from '../content/usage.ts';
import { walkContents } from '../content/walk-contents.ts';
import type { FeatureCounts } from '../verify/features.ts';
import type { StreamBudget } from '../filters/stream-budget.ts';
import { fitTarget } from '../target/fit-target.ts';
import { planFonts } from '../fonts/subset/plan-fonts.ts';
import { planBitmaps } from '../images/plan/plan-bitmaps.ts';
import { planPictures } from '../images/plan/plan-pictures.ts';
import type { PdfDocument } from '../model/document.ts';
import type { PdfJob } from './pdf-job.ts';
import { PlannedEdits, type OtherEdits } from './planned-edits.ts';
import { dropUnusedResources } from '../steps/drop-unused-resources.ts';
import { planContents } from '../steps/plan-contents.ts';
import { counted, tidyStructure } from './tidy-structure.ts';
import { unrenderablePages } from '../verify/unrenderable-pages.ts';
import { RenderCheck, showsSomething } from '../verify/render-check.ts';
import { renderBudgetOf } from '../verify/render-limits.ts';
import { writeResult } from './write-result.ts';

export interface OptimizeRequest {
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
  const { source, features, context, budget } = request;
  const { steps } = context;
  const { job, findings } = await steps.timed('structure', () =>
    tidyStructure(request.document, context, budget),
  );
  context.onProgress(0.2);
  const usage = await steps.timed('walk', () => walkContents(job));
  const trimmed = { changes: counted('unused-dropped', dropUnusedResources(job.document, usage)) };
  const check = await steps.timed('verify', () => openCheck(source, job, usage));
  if (!check) return unchanged(source, findings, { skips: [skip('not-checkable')] }, failures(job));
  job.uncomparable = await uncomparablePages(job, usage, check);
  context.onProgress(0.3);
  const fonts = await steps.timed('fonts', () => planFonts(job, usage));
  const contents = await steps.timed('contents', () => planContents(job, usage));
  job.bitmaps = await steps.timed('pictures', () => planBitmaps(job, usage));
  const build: BuildContext = { source, features, job, usage, check };
  const result = await buildResult(build, { fonts: fonts.savings, contents });
  context.onProgress(1);
  return outcome(result.bytes, findings, trimmed, fonts, result, failures(job));
}

/** Pages with pictures that take too much to draw: the pictures need not be encoded, as nothing can be proven of them. */
function uncomparablePages(
  { context }: PdfJob,
  usage: Usage,
  check: RenderCheck,
): Promise<ReadonlySet<number>> {
  const pages = new Set([...usage.pictures.values()].flatMap((use) => [...use.pages]));
  return context.steps.timed('verify', () => check.tooCostly(pages, context.signal));
}

/** Parts that our own code failed at. */
function failures({ failedParts }: PdfJob): Partial<Findings> {
  return failedParts.size === 0 ? {} : { skips: [skip('part-failed', { count: failedParts.size })] };
}

function buildResult(build: BuildContext, others: OtherEdits): Promise<Outcome> {
  const { target } = build.job.context;
  return target ? fitTarget(build, others, target) : buildForPreset(build, others);
}

async function buildForPreset(build: BuildContext, others: OtherEdits): Promise<Outcome> {
  const { job, usage } = build;
  const { preset, steps, onProgress } = job.context;
  const { scoreFloor, pdfImageDpi } = PRESET_INFO[preset];
  const settings = { floor: scoreFloor, dpi: pdfImageDpi };
  const plan = await steps.timed('pictures', () =>
    planPictures(job, usage, settings, (done, all) => onProgress(0.3 + (0.5 * done) / all)),
  );
  const isCoarse = preset === 'small';
  const result = await buildVerified(build, new PlannedEdits(others, plan.pictures, usage, isCoarse));
  return outcome(result.bytes, plan, result);
}

/**
 * @returns undefined when the independent reader needs too much to open the source; or does not open it, but a page shows
 * something once the structure is written anew: then there are readers that repair the source for themselves
 * @throws EngineError "password-protected", or "damaged" when there is nothing to see in a repaired document either
 */
async function openCheck(source: Uint8Array, job: PdfJob, usage: Usage): Promise<RenderCheck | undefined> {
  const rendering = { renderer: job.context.codecs.pages, budget: renderBudgetOf(source.length) };
  const skipped = await unrenderablePages(job, usage);
  const onFault = (fault: unknown, page: number): void => void job.judge(fault, page);
  try {
    return await RenderCheck.open(source, rendering, skipped, onFault);
  } catch (error) {
    if (!isEngineError(error)) throw error;
    // It takes too much to open: nothing can be proven of it, and it may be sound.
    if (error.code === 'limit-exceeded') return undefined;
    if (error.code !== 'damaged') throw error;
    const rewritten = await writeResult(job, new Map());
    if (!(await showsSomething(rewritten, rendering, skipped, onFault))) throw error;
    return undefined;
  }
}
