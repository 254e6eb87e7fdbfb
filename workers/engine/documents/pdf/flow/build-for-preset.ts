import { PRESET_INFO, scoreFloorOf } from '../../../api/presets.ts';
import { outcome } from '../../../api/report/findings.ts';
import type { Outcome } from '../../../api/report/report.ts';
import { PicturePlanner, planPictures } from '../images/plan/plan-pictures.ts';
import type { PlannedPicture } from '../images/plan/planned-picture.ts';
import { buildVerified, type BuildContext } from './build-verified.ts';
import { PlannedEdits, type OtherEdits } from './planned-edits.ts';

/** The verified document with its pictures as the preset asks for them. */
export async function buildForPreset(build: BuildContext, others: OtherEdits): Promise<Outcome> {
  const { context } = build.job;
  const { preset, steps, onProgress } = context;
  const settings = { floor: scoreFloorOf(context), dpi: PRESET_INFO[preset].pdfImageDpi };
  const plan = await steps.timed('pictures', () =>
    planPictures(build, settings, (done, all) => onProgress(0.3 + (0.5 * done) / all)),
  );
  const isCoarse = preset === 'small';
  const edits = new PlannedEdits(others, plan.pictures, build.usage, isCoarse);
  let planner: PicturePlanner | null = null;
  const exactly = async (num: number): Promise<PlannedPicture | null> => {
    // Seldom needed: it walks all of the document.
    const made = (planner ??= new PicturePlanner(build));
    const planned = await steps.timed('pictures', () => made.plan(num, EXACT));
    return planned && !('skip' in planned) && !planned.isLossy ? planned : null;
  };
  const result = await buildVerified(build, edits, exactly);
  return outcome(result.bytes, plan, result);
}

/** As the preset without loss asks for pictures: a result with a loss takes no more bytes than one without. */
const EXACT = { floor: 100, dpi: PRESET_INFO.lossless.pdfImageDpi };
