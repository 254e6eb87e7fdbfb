import { clamp } from '../../../base/bytes.ts';
import { ACCEPTABLE_SCORE, PRESET_INFO, type Preset } from '../../../api/presets.ts';
import type { BuildContext } from '../flow/build-verified.ts';
import type { PictureSettings } from '../images/encode/picture-settings.ts';
import { planPictures, type PicturePlan } from '../images/plan/plan-pictures.ts';

/** Efforts tried at most. */
export const MAX_ATTEMPTS = 6;
/** The settings from which efforts above 0 start, and those at effort 1; past these, text in pictures is hard to read. */
const GENTLEST = { floor: 98, dpi: 300 };
const STRONGEST = { floor: ACCEPTABLE_SCORE, dpi: 72 };

/** Picture plans, each made once. */
export class PlansByEffort {
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
}

/** Effort 0 changes no sample; from there even steps of score and equal ratios of resolution. */
export function settingsAt(effort: number): PictureSettings {
  return effort === 0 ? { floor: 100, dpi: Infinity } : lossySettingsAt(effort);
}

/** The effort that is about as strong as a preset. */
export function effortOf(preset: Preset): number {
  const { scoreFloor, pdfImageDpi } = PRESET_INFO[preset];
  const byFloor = (GENTLEST.floor - scoreFloor) / (GENTLEST.floor - STRONGEST.floor);
  const byDpi = Math.log(GENTLEST.dpi / pdfImageDpi) / Math.log(GENTLEST.dpi / STRONGEST.dpi);
  return clamp((byFloor + byDpi) / 2, 0, 1);
}

/** The same where a picture is to lose something at any effort: at 0 no resolution, and as little else as can be. */
export function lossySettingsAt(effort: number): PictureSettings {
  return {
    floor: GENTLEST.floor + (STRONGEST.floor - GENTLEST.floor) * effort,
    dpi: effort === 0 ? Infinity : GENTLEST.dpi * (STRONGEST.dpi / GENTLEST.dpi) ** effort,
    isForTarget: true,
  };
}
