import type { SizeTarget } from '../../../context.ts';
import { outcome } from '../../../api/report/findings.ts';
import type { Outcome } from '../../../api/report/report.ts';
import { targetOutcome } from '../../../search/target/keep-target.ts';
import { NEAR_ENOUGH, reachTarget, type Size } from '../../../search/target/reach-target.ts';
import { buildVerified, type BuildContext } from '../flow/build-verified.ts';
import { fillRoom } from './fill-room.ts';
import { PicturePlanner, type PicturePlan } from '../images/plan/plan-pictures.ts';
import { PlannedEdits, type OtherEdits } from '../flow/planned-edits.ts';
import { effortOf, lossySettingsAt, MAX_ATTEMPTS, PlansByEffort } from './plans-by-effort.ts';
import { writeResult } from '../flow/write-result.ts';

/** How often the search is repeated because the check took edits back. */
const MAX_BUILDS = 3;

/**
 * Finds the gentlest picture settings with which the document fits, judged by the bytes of the written file.
 * Where the check takes pictures back and the result gets too large, the search is repeated with gentler settings for those.
 * @returns a result within the target, or the smallest acceptable one
 */
export async function fitTarget(
  build: BuildContext,
  others: OtherEdits,
  target: SizeTarget,
): Promise<Outcome> {
  const targetBytes = target.bytes;
  const usual = { effort: effortOf(build.job.context.preset), size: target.tooLarge.bytes.length };
  const plans = new PlansByEffort(build);
  const highestEffort = new Map<number, number>();
  let allowed = others;
  for (let builds = 1; ; builds++) {
    const candidate = await searchCandidate(build, plans, {
      others: allowed,
      highestEffort,
      targetBytes,
      usual,
    });
    const { edits, effort } = candidate;
    const planned = [...edits.pictures.keys()];
    const result = await buildVerified(build, edits);
    const size = result.bytes.length;
    const restored = planned.filter((num) => !edits.pictures.has(num));
    const isFitting = size <= targetBytes;
    const isFinal = isFitting || size <= candidate.size || builds === MAX_BUILDS;
    if (isFinal) {
      return outcome(result.bytes, candidate.plan, result, { target: targetOutcome(targetBytes, size) });
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
  /** What the preset made, as an effort. */
  readonly usual: Size;
}

async function searchCandidate(
  build: BuildContext,
  plans: PlansByEffort,
  request: CandidateRequest,
): Promise<Candidate> {
  const { targetBytes } = request;
  const { budget } = build.job.context;
  const tried: Candidate[] = [];
  const { result } = await reachTarget({
    targetBytes,
    attempt: async (effort) => {
      const plan = await plans.within(effort, request.highestEffort);
      const candidate = await candidateOf(build, effort, plan, request);
      tried.push(candidate);
      return candidate;
    },
    sizeOf: ({ size }) => size,
    usual: request.usual,
    maxAttempts: MAX_ATTEMPTS,
    isSpent: () => budget.isSpent,
  });
  const [gentler] = tried.filter(({ isFitting }) => !isFitting).sort((a, b) => a.size - b.size);
  const isFull = !result.isFitting || result.size >= NEAR_ENOUGH * targetBytes;
  return gentler && !isFull ? filled(build, result, gentler, request) : result;
}

/** The candidate with what its target leaves room for: of a gentler one that is too large, or in between. */
async function filled(
  build: BuildContext,
  candidate: Candidate,
  gentler: Candidate,
  request: CandidateRequest,
): Promise<Candidate> {
  const { job, usage } = build;
  const { effort, plan, size } = candidate;
  const fuller = await job.context.steps.timed('pictures', () =>
    fillRoom(plan, {
      planner: new PicturePlanner(job, usage),
      gentler: gentler.plan,
      settings: lossySettingsAt(gentler.effort),
      room: request.targetBytes - size,
    }),
  );
  const raised = await candidateOf(build, effort, fuller, request);
  return raised.isFitting && raised.size > size ? raised : candidate;
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
