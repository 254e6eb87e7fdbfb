import { PRESET_INFO, scoreFloorOf } from '../../../api/presets.ts';
import { outcome } from '../../../api/report/findings.ts';
import type { Outcome } from '../../../api/report/report.ts';
import { planPictures } from '../images/plan/plan-pictures.ts';
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
  const result = await buildVerified(build, new PlannedEdits(others, plan.pictures, build.usage, isCoarse));
  return outcome(result.bytes, plan, result);
}
