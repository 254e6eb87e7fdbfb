import { isEngineError } from '../../../api/errors.ts';
import type { Usage } from '../content/usage.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { writeResult } from '../flow/write-result.ts';
import { RenderCheck, showsSomething } from './render-check.ts';
import { renderBudgetOf } from './render-limits.ts';
import { unrenderablePages } from './unrenderable-pages.ts';

/**
 * @returns undefined when the independent reader needs too much to open the source; or does not open it, but a page shows
 * something once the structure is written anew: then there are readers that repair the source for themselves
 * @throws EngineError "password-protected", or "damaged" when there is nothing to see in a repaired document either
 */
export async function openRenderCheck(
  source: Uint8Array,
  job: PdfJob,
  usage: Usage,
): Promise<RenderCheck | undefined> {
  const rendering = { renderer: job.context.codecs.pages, budget: renderBudgetOf(source.length) };
  const skipped = await unrenderablePages(job, usage);
  const onFault = (fault: unknown, page: number): void => void job.recordFailure(fault, page);
  try {
    return await RenderCheck.open(source, rendering, skipped, onFault);
  } catch (error) {
    if (!isEngineError(error)) throw error;
    // It takes too much to open: nothing can be proven of it, and it may be valid.
    if (error.code === 'limit-exceeded') return undefined;
    if (error.code !== 'damaged') throw error;
    const rewritten = await writeResult(job, new Map());
    if (!(await showsSomething(rewritten, rendering, skipped, onFault))) throw error;
    return undefined;
  }
}

/** Pages with pictures that take too much to draw: the pictures need not be encoded, as nothing can be proven of them. */
export function uncomparablePages(
  { context }: PdfJob,
  usage: Usage,
  check: RenderCheck,
): Promise<ReadonlySet<number>> {
  const pages = new Set([...usage.pictures.values()].flatMap((use) => [...use.pages]));
  return check.tooCostly(pages, context.signal);
}
