import type { FileKind, OutputKind } from '../kinds.ts';
import type { Preset } from '../presets.ts';
import type { ChangeCode, FeatureCode, HintCode, SkipCode } from './report-codes.ts';

/** One thing that was done to the file. */
export interface Change {
  readonly code: ChangeCode;
  /** What was done, in words. */
  readonly detail: string;
  /** How many objects it touched, where it is about objects. */
  readonly count?: number;
  /** Bytes it saved, where the step knows. */
  readonly savedBytes?: number;
}

/** One thing that was left as it is, and why. */
export interface Skip {
  readonly code: SkipCode;
  readonly detail: string;
  readonly count: number;
}

/** Something that matters and is still in the result. */
export interface Kept {
  readonly feature: FeatureCode;
  /** The feature in words. */
  readonly detail: string;
  readonly count?: number;
}

/** Advice for the owner of the file. */
export interface Hint {
  readonly code: HintCode;
  readonly detail: string;
  /** Size that following the advice would give, in bytes. */
  readonly bytes?: number;
}

/** How a target size ended. */
export interface TargetOutcome {
  /** As asked for. */
  readonly bytes: number;
  readonly met: boolean;
  /** Where it was missed: the size of the smallest acceptable result, if there is one. */
  readonly smallestBytes?: number;
}

/** What a result is, where a format or size was asked for that the source does not have. */
export interface OutputPicture {
  /** "zip" for a set. */
  readonly kind: OutputKind | 'zip';
  /** As shown, in px; of a set that of its largest picture. */
  readonly width: number;
  readonly height: number;
  /** The pictures of a set; missing where there is one. */
  readonly files?: readonly SetFile[];
}

/** A picture of a set. */
export interface SetFile {
  /** Of its entry in the archive. */
  readonly name: string;
  readonly kind: OutputKind;
  /** As shown, in px. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Its visual score; null where nothing was lost. */
  readonly score: number | null;
}

/** Wall time of a step. */
export interface StepTime {
  readonly step: string;
  readonly ms: number;
}

/** What a compressor or one of its steps found out besides bytes. Plain data; joined by `joinFindings`. */
export interface Findings {
  /** Lowest visual score of any lossy picture, 100 is identical (99.9 at most); null where all is lossless. Of large pictures the public SSIMULACRA 2 may tell up to 7 points less. */
  readonly score: number | null;
  readonly target?: TargetOutcome;
  /** Missing where the result has format and size of the source. */
  readonly output?: OutputPicture;
  readonly changes: readonly Change[];
  readonly skips: readonly Skip[];
  readonly kept: readonly Kept[];
  readonly hints: readonly Hint[];
}

/** What a compressor returns: candidate bytes and what is true of them. */
export interface Outcome extends Findings {
  readonly bytes: Uint8Array;
}

/** What the engine did to a file. Plain data: crosses processes, is stored with the job and shown to people. */
export interface CompressionReport extends Findings {
  readonly kind: FileKind;
  readonly preset: Preset;
  readonly sourceBytes: number;
  readonly outputBytes: number;
  /** Share of the source bytes that is gone, 0 to 1; below 0 where a format or size was asked for that takes more. */
  readonly savingsRatio: number;
  readonly steps: readonly StepTime[];
}
