import { deriveContext, type EngineContext } from '../context.ts';
import { PRESET_INFO } from '../presets.ts';
import { ReportBuilder } from '../report/report-builder.ts';
import type { PictureQuality } from './pictures/picture-quality.ts';

/** Makes the whole deck at a quality. */
export type Attempt = (context: EngineContext, quality: PictureQuality) => Promise<Uint8Array>;

/**
 * Searches the quality of all pictures for a target size, from nearly lossless to the least that is still worth having.
 * @returns the largest result within the target; the smallest acceptable one where the target cannot be met
 */
export async function reachTarget(
  sourceBytes: number,
  context: EngineContext,
  attempt: Attempt,
): Promise<Uint8Array> {
  const target = context.targetBytes ?? 0;
  const search = new TargetSearch(context, attempt);
  const best = await search.run(target);
  context.report.adopt(best.report.findings());
  const met = Math.min(best.bytes.length, sourceBytes) <= target;
  context.report.targeted({ bytes: target, met, ...(met ? {} : { smallestBytes: best.bytes.length }) });
  return best.bytes;
}

interface Result {
  readonly bytes: Uint8Array;
  readonly report: ReportBuilder;
}

class TargetSearch {
  private readonly context: EngineContext;
  private readonly attempt: Attempt;
  private done = 0;

  constructor(context: EngineContext, attempt: Attempt) {
    this.context = context;
    this.attempt = attempt;
  }

  /** Halves the range of effort until a result lies within 90 to 100 % of the target. */
  async run(target: number): Promise<Result> {
    let fitting: Result | null = null;
    let low = 0;
    let high = 1;
    for (let round = 0, effort = FIRST_EFFORT; round < MOST_ATTEMPTS; round++) {
      const result = await this.make(effort);
      const size = result.bytes.length;
      if (size <= target) {
        if (!fitting || size > fitting.bytes.length) fitting = result;
        if (size >= target * CLOSE_ENOUGH || effort === 0) return fitting;
        high = effort;
      } else low = effort;
      const isLate = this.context.budget.isSpent;
      if (isLate && fitting) return fitting;
      effort = isLate || (!fitting && round === 0) ? 1 : (low + high) / 2;
      if (low === 1) return result;
    }
    return fitting ?? this.make(1);
  }

  private async make(effort: number): Promise<Result> {
    this.context.signal.throwIfAborted();
    const report = new ReportBuilder(this.context.steps);
    const start = this.done++ / MOST_ATTEMPTS;
    const onProgress = (ratio: number): void => this.context.onProgress(start + ratio / MOST_ATTEMPTS);
    const context = deriveContext(this.context, { targetBytes: undefined, report, onProgress });
    const bytes = await this.attempt(context, qualityAt(effort));
    return { bytes, report };
  }
}

const MOST_ATTEMPTS = 7;
/** About the balanced preset. */
const FIRST_EFFORT = 0.6;
const CLOSE_ENOUGH = 0.9;

/** @param effort 0 nearly lossless at full size, 1 the least that is still worth having */
function qualityAt(effort: number): PictureQuality {
  const least = PRESET_INFO.small;
  const between = (from: number, to: number): number => from + (to - from) * effort;
  return {
    floor: between(94, least.scoreFloor),
    ppi: effort === 0 ? Infinity : between(400, least.pptxImagePpi),
    detail: effort === 1 ? 0 : between(0.995, 0.95),
    // People who named a size did not say that they want to crop for good.
    removesHidden: false,
    keepsOwn: false,
  };
}
