import type { EngineContext } from '../../context.ts';
import type { Raster } from '../../base/raster.ts';
import type { QualityScore } from '../../quality/judge.ts';
import { storedScore, viewedFloor } from '../../quality/viewed-floor.ts';
import { areaForecaster } from '../../search/quality/area-forecast.ts';
import type { FaultForecast } from '../../search/quality/fault-forecast.ts';
import { StrokeForecast } from '../../search/quality/stroke-forecast.ts';
import { searchToFloor, type FloorSubject } from '../../search/quality/search-to-floor.ts';
import type { TrialLimits } from '../../search/quality/next-trial.ts';
import { smallestAtFloor, trialOf, type Choice } from '../../search/quality/trial.ts';
import { encodeOnTrial, type Setting } from '../../search/still/floor-request.ts';
import { TOLERANCE_POINTS } from '../../search/tuning.ts';
import { LEAST_UNUSUAL_QUALITY, SHARE_LEVEL, UNUSUAL_STEPS } from './tuning.ts';
import type { ViewedProbe } from './viewed-probe.ts';

export interface FoundJpeg {
  readonly jpeg: Uint8Array;
  readonly quality: number;
  /** What it was encoded by. */
  readonly setting: Setting;
  /** Visual score, as it is viewed. */
  readonly score: number;
  /** So much quality that more pixels, or a higher floor, may take fewer bytes. */
  readonly isUnusual: boolean;
}

/** What a search at one floor may take. */
export interface JpegLimits extends Pick<TrialLimits, 'minQuality' | 'tooLongBytes'> {
  readonly maxBytes: number;
}

interface ProbeTrial {
  readonly bytes: Uint8Array;
  /** Measured once it is asked for. */
  score?: number;
}

/** All of the picture, as judged whatever the trials say. */
type JudgedWhole = { readonly bytes: Uint8Array } & Pick<QualityScore, 'score' | 'cause'>;

/** Searches JPEGs of one raster at one floor after another: what is encoded on trial, and how it looks, is the same for all. */
export class JpegSearch {
  /** Share of the whole picture's bytes that a trial takes, as the last result showed it; until there is one that of its pixels. */
  private trialShare: number;
  private readonly raster: Raster;
  private readonly probe: ViewedProbe;
  private readonly settings: readonly Setting[];
  private readonly context: EngineContext;
  private readonly trials = new Map<string, ProbeTrial>();
  private readonly wholes = new Map<string, JudgedWhole>();
  private readonly forecasts: readonly FaultForecast<Setting>[];

  /** @param probe of the raster */
  constructor(raster: Raster, probe: ViewedProbe, settings: readonly Setting[], context: EngineContext) {
    this.raster = raster;
    this.probe = probe;
    this.settings = settings;
    this.context = context;
    this.trialShare = probe.share;
    const { image } = context.codecs;
    const request = { decodeForDisplay: (bytes: Uint8Array) => image.decode(bytes) };
    // Strokes are looked for at the size that is viewed.
    const strokes = probe.view === 1 ? [new StrokeForecast(raster, request)] : [];
    this.forecasts = [...strokes, areaForecaster(raster, request)];
  }

  /** The shortest JPEG at a floor. @returns null where there is none, or it would be too long */
  async at(floor: number, { maxBytes, ...trials }: JpegLimits): Promise<FoundJpeg | null> {
    const { probe, settings } = this;
    const { budget } = this.context;
    const tolerance = TOLERANCE_POINTS.results;
    const limits = {
      trials: { ...trials, floor: viewedFloor(floor, probe.view), tolerance, enoughBytes: 0 },
      budget,
      results: { floor, tolerance, maxBytes },
    };
    const found = await searchToFloor(settings, limits, this.subject(floor));
    if (!found?.result) return null;
    const { bytes, quality, setting, score } = found.result;
    const isUnusual = quality >= LEAST_UNUSUAL_QUALITY || quality - found.trial.quality >= UNUSUAL_STEPS;
    return { jpeg: bytes, quality, setting, score: viewedFloor(score, probe.view), isUnusual };
  }

  /** Of the first trial, the share that is left of it once it is deflated: at higher qualities more is. */
  async deflatedShare(): Promise<number> {
    const [setting] = this.settings as [Setting];
    const { bytes } = await this.trialOf({ setting, quality: setting.start });
    const { length } = await this.context.codecs.deflate.deflate(bytes, {
      format: 'raw',
      level: SHARE_LEVEL,
    });
    return Math.min(1, length / bytes.length);
  }

  /** Limits for a search that is to find less than what was found. */
  shorterThan({ jpeg: { length } }: FoundJpeg): Pick<JpegLimits, 'maxBytes' | 'tooLongBytes'> {
    return { maxBytes: length - 1, tooLongBytes: this.trialShare * length };
  }

  /** Trials are made of a probe. Results answer for what that misses: the colours of areas, hues and the worst tile. */
  private subject(floor: number): FloorSubject<Setting> {
    const { probe, forecasts } = this;
    const { signal } = this.context;
    return {
      makeTrial: async (choice, isTooLong) => {
        signal.throwIfAborted();
        const trial = await this.trialOf(choice);
        const score = isTooLong(trial.bytes) ? -Infinity : (trial.score ??= await probe.score(trial.bytes));
        // At the highest quality the floor that the preset names is enough.
        const isEnough = choice.quality === choice.setting.max && score >= floor;
        return {
          bytes: trial.bytes,
          score: isEnough ? Math.max(score, viewedFloor(floor, probe.view)) : score,
        };
      },
      makeResult: async (choice, trials) => {
        signal.throwIfAborted();
        const trial = trialOf(choice, trials);
        const { bytes, score, cause } = await this.wholeOf(choice, floor);
        if (trial) this.trialShare = trial.bytes.length / bytes.length;
        // Of qualities that were not tried, all above the one found, it is the structure that was found.
        const found = trial ?? smallestAtFloor(viewedFloor(floor, probe.view), trials)!;
        const structure = storedScore(found.score, probe.view);
        return {
          bytes,
          ...(score < structure ? { score, cause } : { score: structure, cause: 'structure' }),
        };
      },
      leastQuality: (_, found) => found.quality,
      forecasts,
    };
  }

  private async trialOf(choice: Choice<Setting>): Promise<ProbeTrial> {
    const { probe, trials } = this;
    const known = trials.get(nameOf(choice));
    if (known) return known;
    const { setting, quality } = choice;
    // Where the whole picture is tried, one of two or three trials is the result.
    const { raster, isWhole } = probe;
    const bytes = await (isWhole ? setting.encode(raster, quality) : encodeOnTrial(setting, raster, quality));
    const trial: ProbeTrial = { bytes };
    trials.set(nameOf(choice), trial);
    return trial;
  }

  private async wholeOf(choice: Choice<Setting>, floor: number): Promise<JudgedWhole> {
    const { probe, raster, trials, wholes } = this;
    const known = wholes.get(nameOf(choice));
    if (known) return known;
    const trial = probe.isWhole ? trials.get(nameOf(choice)) : undefined;
    const bytes = trial?.bytes ?? (await choice.setting.encode(raster, choice.quality));
    const whole = { bytes, ...(await probe.judgeWhole(bytes, floor)) };
    wholes.set(nameOf(choice), whole);
    return whole;
  }
}

function nameOf({ setting, quality }: Choice<Setting>): string {
  return `${setting.name} ${quality}`;
}
