import { skip, outcome } from '../../../api/report/findings.ts';
import type { Outcome } from '../../../api/report/report.ts';
import type { SizeTarget } from '../../../context.ts';
import { targetOutcome } from '../../../search/target/keep-target.ts';
import { presetEfforts } from '../../pictures/effort.ts';
import { PlansByEffort, type PicturePlan } from '../../pictures/plan-by-effort.ts';
import { planForTarget } from '../../pictures/plan-for-target.ts';
import { MAX_BUILDS } from '../../pictures/tuning.ts';
import { buildVerified, type BuildContext } from '../flow/build-verified.ts';
import { PlannedEdits, type OtherEdits } from '../flow/planned-edits.ts';
import { writeResult } from '../flow/write-result.ts';
import type { PlannedPicture } from '../images/plan/planned-picture.ts';
import { PdfPictures, type PdfVersion } from './pdf-pictures.ts';

/**
 * Finds the gentlest pictures with which the document fits. Where the written file is larger than its parts promise, or the check
 * takes pictures back, the search is repeated: for as much less, with gentler settings for those.
 * @returns a result within the target, or the smallest acceptable one
 */
export async function fitTarget(
  build: BuildContext,
  others: OtherEdits,
  target: SizeTarget,
): Promise<Outcome> {
  const { job, usage } = build;
  const { steps } = job.context;
  const targetBytes = target.bytes;
  const plain = new PlannedEdits(others, new Map(), usage, true);
  const written = await steps.timed('write', () => writeResult(job, plain.all));
  const pictures = new PdfPictures(build, written.length);
  const plans = new PlansByEffort(pictures);
  let [wanted, allowed] = [targetBytes, others];
  for (let builds = 1; ; builds++) {
    const { plan, effort, size } = await planForTarget(pictures, plans, {
      targetBytes: wanted,
      ...presetEfforts(target),
    });
    const edits = new PlannedEdits(allowed, plannedOf(plan), usage, true);
    const planned = [...edits.pictures.keys()];
    const result = await buildVerified(build, edits);
    const { length } = result.bytes;
    const isFinal = length <= targetBytes || size > wanted || builds === MAX_BUILDS;
    if (isFinal) {
      return outcome(result.bytes, { skips: skipsOf(plan) }, result, {
        target: targetOutcome(targetBytes, length),
      });
    }
    const restored = planned.filter((num) => !edits.pictures.has(num));
    for (const num of restored) plans.limit(num, builds === 1 ? effort / 2 : 0);
    if (restored.length === 0) wanted -= length - targetBytes;
    allowed = { fonts: edits.fonts, contents: edits.contents };
  }
}

function plannedOf(plan: PicturePlan<number, PdfVersion>): Map<number, PlannedPicture> {
  const planned = new Map<number, PlannedPicture>();
  for (const [num, version] of plan)
    if (version.planned && !('skip' in version.planned)) planned.set(num, version.planned);
  return planned;
}

function skipsOf(plan: PicturePlan<number, PdfVersion>): ReturnType<typeof skip>[] {
  return [...plan.values()].flatMap(({ planned }) =>
    planned && 'skip' in planned ? [skip(planned.skip)] : [],
  );
}
