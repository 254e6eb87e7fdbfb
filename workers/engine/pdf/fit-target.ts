import { PRESET_INFO } from '../presets.ts';
import { outcome } from '../report/findings.ts';
import type { Outcome } from '../report/report.ts';
import { NEAR_ENOUGH, reachTarget } from '../search/reach-target.ts';
import { buildVerified, type BuildContext } from './build-verified.ts';
import type { PictureSettings } from './images/picture-settings.ts';
import { planPictures, type PicturePlan } from './images/plan-pictures.ts';
import { PlannedEdits, type OtherEdits } from './planned-edits.ts';
import { writeResult } from './write-result.ts';

/** Efforts tried at most, the lossless one included. */
const MAX_ATTEMPTS = 10;
/** How often the search is repeated because the check took edits back. */
const MAX_BUILDS = 3;
/** The settings from which efforts above 0 start, and those at effort 1; past these, text in pictures is hard to read. */
const GENTLEST = { floor: 98, dpi: 300 };
const STRONGEST = { floor: PRESET_INFO.small.scoreFloor, dpi: 72 };

/**
 * Finds the gentlest picture settings with which the document fits, judged by the bytes of the written file.
 * Where the check takes pictures back and the result gets too large, the search is repeated with gentler settings for those.
 * @returns a result within the target, or the smallest acceptable one
 */
export async function fitTarget(
  build: BuildContext,
  others: OtherEdits,
  targetBytes: number,
): Promise<Outcome> {
  const plans = new PlansByEffort(build);
  const highestEffort = new Map<number, number>();
  let allowed = others;
  for (let builds = 1; ; builds++) {
    const candidate = await searchCandidate(build, plans, { others: allowed, highestEffort, targetBytes });
    const { edits, effort } = candidate;
    const planned = [...edits.pictures.keys()];
    const result = await buildVerified(build, edits);
    const size = result.bytes.length;
    const restored = planned.filter((num) => !edits.pictures.has(num));
    const isFitting = size <= targetBytes;
    const isFinal = isFitting || size <= candidate.size || builds === MAX_BUILDS;
    if (isFinal) {
      const missed = isFitting ? {} : { smallestBytes: size };
      const target = { bytes: targetBytes, met: isFitting, ...missed };
      return outcome(result.bytes, candidate.plan, result, { target });
    }
    for (const num of restored) highestEffort.set(num, builds === 1 ? effort / 2 : 0);
    allowed = { fonts: edits.fonts, contents: edits.contents };
  }
}

interface Candidate {
  readonly effort: number;
  readonly plan: PicturePlan;
  readonly edits: PlannedEdits;
  /** Bytes of the written file. */
  readonly size: number;
  readonly isFitting: boolean;
}

interface CandidateRequest {
  readonly others: OtherEdits;
  /** Effort at most for pictures that the check took back, by object number. */
  readonly highestEffort: ReadonlyMap<number, number>;
  readonly targetBytes: number;
}

async function searchCandidate(
  build: BuildContext,
  plans: PlansByEffort,
  request: CandidateRequest,
): Promise<Candidate> {
  const { targetBytes } = request;
  const { budget } = build.job.context;
  const attempt = async (effort: number): Promise<Candidate> =>
    candidateOf(build, effort, await plans.within(effort, request.highestEffort), request);
  const { result } = await reachTarget({
    targetBytes,
    attempt,
    sizeOf: ({ size }) => size,
    // Without loss first: where that is enough nothing else is tried.
    firstEffort: 0,
    maxAttempts: MAX_ATTEMPTS,
    isSpent: () => budget.isSpent,
  });
  const gentler = plans.gentlerThan(result.effort);
  if (!gentler || !result.isFitting || result.size >= NEAR_ENOUGH * targetBytes) return result;
  const mixed = withGentlerPictures(result.plan, gentler, targetBytes - result.size);
  const raised = await candidateOf(build, result.effort, mixed, request);
  return raised.isFitting && raised.size > result.size ? raised : result;
}

async function candidateOf(
  { job, usage }: BuildContext,
  effort: number,
  plan: PicturePlan,
  { others, targetBytes }: CandidateRequest,
): Promise<Candidate> {
  const edits = new PlannedEdits(others, plan.pictures, usage, true);
  const { length } = await job.context.steps.timed('write', () => writeResult(job, edits.all));
  return { effort, plan, edits, size: length, isFitting: length <= targetBytes };
}

/** Bytes that a picture's dictionary may grow by when it is taken from another plan. */
const DICTIONARY_BYTES = 40;

/** A plan with pictures of a gentler one, in their order, as long as what they add fits. */
function withGentlerPictures(plan: PicturePlan, gentler: PicturePlan, room: number): PicturePlan {
  const pictures = new Map(plan.pictures);
  let left = room;
  for (const [num, { savedBytes }] of plan.pictures) {
    const replacement = gentler.pictures.get(num);
    const added = savedBytes - (replacement?.savedBytes ?? 0) + DICTIONARY_BYTES;
    if (added <= DICTIONARY_BYTES || added > left) continue;
    left -= added;
    if (replacement) pictures.set(num, replacement);
    else pictures.delete(num);
  }
  return { ...plan, pictures };
}

/** Picture plans, each made once. */
class PlansByEffort {
  private readonly plans = new Map<number, PicturePlan>();
  private readonly build: BuildContext;

  constructor(build: BuildContext) {
    this.build = build;
  }

  /** The plan of an effort, with less of it for some pictures. */
  async within(effort: number, highestEffort: ReadonlyMap<number, number>): Promise<PicturePlan> {
    const plan = await this.at(effort);
    const pictures = new Map(plan.pictures);
    for (const [num, highest] of highestEffort) {
      const gentler = effort > highest ? (await this.at(highest)).pictures.get(num) : pictures.get(num);
      if (gentler) pictures.set(num, gentler);
      else pictures.delete(num);
    }
    return { ...plan, pictures };
  }

  private async at(effort: number): Promise<PicturePlan> {
    const known = this.plans.get(effort);
    if (known) return known;
    const { job, usage } = this.build;
    const { steps, onProgress } = job.context;
    const start = 0.3 + (0.5 * Math.min(this.plans.size, MAX_ATTEMPTS)) / MAX_ATTEMPTS;
    const plan = await steps.timed('pictures', () =>
      planPictures(job, usage, settingsAt(effort), (done, all) => onProgress(start + (0.05 * done) / all)),
    );
    this.plans.set(effort, plan);
    return plan;
  }

  /** Of the plans with less effort than this the one with most. */
  gentlerThan(effort: number): PicturePlan | undefined {
    const efforts = [...this.plans.keys()].filter((known) => known < effort);
    return this.plans.get(Math.max(...efforts));
  }
}

/** Effort 0 changes no sample; from there even steps of score and equal ratios of resolution. */
export function settingsAt(effort: number): PictureSettings {
  if (effort === 0) return { floor: 100, dpi: Infinity };
  return {
    floor: GENTLEST.floor + (STRONGEST.floor - GENTLEST.floor) * effort,
    dpi: GENTLEST.dpi * (STRONGEST.dpi / GENTLEST.dpi) ** effort,
    isForTarget: true,
  };
}
