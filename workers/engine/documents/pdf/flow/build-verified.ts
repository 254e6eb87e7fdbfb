import { outcome, skip, unchanged } from '../../../api/report/findings.ts';
import { FEATURES } from '../../../api/report/report-codes.ts';
import type { Outcome, Skip } from '../../../api/report/report.ts';
import { PictureAreas } from '../content/picture-areas.ts';
import type { PicturesToPlan } from '../images/plan/plan-pictures.ts';
import type { PlannedPicture } from '../images/plan/planned-picture.ts';
import { countFeatures, lostFeatures, type FeatureCounts } from '../verify/features.ts';
import type { PlannedEdits } from './planned-edits.ts';
import { readDocument } from '../reading/read-document.ts';
import type { RenderCheck, RenderComparison } from '../verify/render-check.ts';
import { pagesToCheck } from '../verify/sample-pages.ts';
import { writeResult } from './write-result.ts';
import { MAX_BUILDS } from '../../pictures/tuning.ts';

/** What building a result needs besides the edits. */
export interface BuildContext extends PicturesToPlan {
  readonly source: Uint8Array;
  /** Features of the source. */
  readonly features: FeatureCounts;
  readonly check: RenderCheck;
}

/**
 * Writes the document with the edits and verifies it. Where the check fails, falls back: without the pictures under what
 * differs, without the edits of the pages that differ, without all edits of a kind, and at last to the source.
 * @param edits   those that are taken back are gone from it afterwards
 * @param exactly plans a picture without a loss where one with a loss was taken back [it stays as it was]
 */
export async function buildVerified(
  build: BuildContext,
  edits: PlannedEdits,
  exactly: (num: number) => Promise<PlannedPicture | null> = () => Promise.resolve(null),
): Promise<Outcome> {
  const { job, source, usage } = build;
  const skips: Skip[] = [];
  let isFirst = true;
  for (let round = 0; ; round++) {
    skips.push(...(await restoreUncomparable(build, edits)));
    const bytes = await job.context.steps.timed('write', () => writeResult(job, edits.all));
    const verdict = await verify(build, bytes, edits);
    const restored = await restoreUnprovenFonts(build, edits, verdict.equal);
    if (restored) skips.push(...restored);
    else if (verdict.isAcceptable) return outcome(bytes, edits.findings, { skips });
    else if (verdict.pages.some((page) => build.check.isTooCostly(page))) continue;
    else if (edits.isEmpty)
      return unchanged(source, { skips: [...skips, ...edits.skips, checkFailed(verdict)] });
    else {
      // Once, and not counted as a round: where other pictures are the cause, the next verdict takes back all of the page.
      const placed = isFirst ? edits.restorePicturesUnder(verdict, new PictureAreas(job.document, usage)) : 0;
      isFirst = false;
      if (placed > 0) round--;
      else skips.push(...fallBack(edits, verdict, round));
      for (const num of edits.lossesTakenBack()) {
        const exact = await exactly(num);
        if (exact) edits.pictures.set(num, exact);
      }
    }
  }
}

/** Takes back what changes pages that cannot be compared because drawing them takes too much. */
async function restoreUncomparable({ job, check }: BuildContext, edits: PlannedEdits): Promise<Skip[]> {
  if (edits.isEmpty) return [];
  const touched = edits.touchedPages();
  const pages = await check.tooCostly(touched ?? new Set(check.pages), job.context.signal);
  if (pages.size === 0) return [];
  // Where contents could not be read, any edit may show on any page.
  const count = touched ? edits.restoreOn([...pages]) : edits.restoreAll();
  return count > 0 ? [skip('not-comparable', { count })] : [];
}

function checkFailed({ reason = 'unknown' }: RenderComparison): Skip {
  return skip('check-failed', { values: { reason } });
}

async function verify(
  build: BuildContext,
  bytes: Uint8Array,
  edits: PlannedEdits,
): Promise<RenderComparison> {
  const { job, features, check } = build;
  const { steps, signal, codecs } = job.context;
  const tolerances = edits.tolerances();
  const toleranceOf = (page: number): number => tolerances.get(page) ?? 0;
  return steps.timed('verify', async () => {
    const touched = edits.touchedPages();
    const pages = touched ? pagesToCheck(check.pages, touched) : new Set(check.pages);
    const verdict = await check.compare(bytes, { toleranceOf, pages, signal });
    if (!verdict.isAcceptable) return verdict;
    const { document } = await readDocument(bytes, codecs.deflate, codecs.ciphers);
    const lost = lostFeatures(features, countFeatures(document));
    if (lost.length === 0) return verdict;
    const reason = `missing: ${lost.map((feature) => FEATURES[feature]).join(', ')}`;
    return { ...verdict, isAcceptable: false, reason };
  });
}

/**
 * Takes back fonts that change a page while its pictures are still the source's: the tolerance for a picture would hide a
 * missing glyph. Pages without new pictures must be equal anyway, and pages that look the same with new pictures are
 * proven already.
 * @returns what to report when fonts were taken back, else undefined
 */
async function restoreUnprovenFonts(
  { job, check }: BuildContext,
  edits: PlannedEdits,
  equal: ReadonlySet<number>,
): Promise<Skip[] | undefined> {
  const { steps, signal } = job.context;
  const mixed = edits.mixedPages();
  const pages = new Set(check.pages.filter((page) => mixed.has(page) && !equal.has(page)));
  if (pages.size === 0) return undefined;
  const bytes = await steps.timed('write', () => writeResult(job, edits.fontEdits, 1));
  const options = { toleranceOf: () => 0, pages, signal };
  const verdict = await steps.timed('verify', () => check.compare(bytes, options));
  if (verdict.isAcceptable) return undefined;
  const count = edits.restoreFonts(verdict.pages) || edits.restoreAllFonts();
  return counted('font-put-back', count);
}

/**
 * Takes back the pictures of the pages that differ, or their contents, or their fonts; after some rounds all of a kind. Where
 * the look of a page did not come back with its pictures, these were not the cause: they are planned again.
 */
function fallBack(edits: PlannedEdits, verdict: RenderComparison, round: number): Skip[] {
  const { pages } = verdict;
  if (round < MAX_BUILDS) {
    if (edits.restorePictures(verdict) > 0) return [];
    const contents = edits.restoreContents(pages);
    if (contents > 0) edits.bringBackPictures(pages);
    if (contents > 0) return counted('contents-put-back', contents);
    const fonts = edits.restoreFonts(pages);
    if (fonts > 0) return counted('font-put-back', fonts);
  }
  if (edits.restoreAllPictures(verdict) > 0) return [];
  return [
    ...counted('font-put-back', edits.restoreAllFonts()),
    ...counted('contents-put-back', edits.restoreAllContents()),
  ];
}

function counted(code: 'font-put-back' | 'contents-put-back', count: number): Skip[] {
  return count > 0 ? [skip(code, { count })] : [];
}
