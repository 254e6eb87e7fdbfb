import type { Codecs } from './codecs/ports/codecs.ts';
import type { JobOptions } from './api/options.ts';
import type { Outcome } from './api/report/report.ts';
import type { StepTimer } from './api/report/step-timer.ts';
import type { WorkBudget } from './budget/work-budget.ts';

/**
 * What a step of the engine works with: the client's options and the means. Read-only; one a file, and steps that need
 * another one derive it ({@link deriveContext}), so that every option arrives everywhere.
 */
export interface EngineContext extends Omit<JobOptions, 'targetBytes'> {
  /** Only where the preset's own result is larger than the size asked for. */
  readonly target?: SizeTarget | undefined;
  readonly signal: AbortSignal;
  readonly codecs: Codecs;
  /** Wall times for the report. */
  readonly steps: StepTimer;
  /** Called with 0 to 1 as work goes on. */
  readonly onProgress: (ratio: number) => void;
  /** Once spent, steps choose their cheaper settings. `codecs` charge it; it never fails a file. */
  readonly budget: WorkBudget;
  /** Called with each encode that the search of a still picture makes. */
  readonly onTrial?: ((tried: TriedEncode) => void) | undefined;
  /** Other engines, for the pictures of a document [this one does all]. */
  readonly helpers?: Helpers | undefined;
}

/** What one step of a search found. */
export interface TriedEncode {
  /** A result may be returned; a trial shows a part, or takes less effort. */
  readonly step: 'trial' | 'result';
  readonly setting: string;
  /** 1 to 100. */
  readonly quality: number;
  readonly bytes: number;
  /** -Infinity where a trial was too long to be measured, or a part of a result is lost. */
  readonly score: number;
  /** The fault that holds the score of a result down. */
  readonly cause?: string;
}

/** Engines beside this one that have nothing to do. What they make is what this one would make. */
export interface Helpers {
  /** Those of this engine, uncounted. */
  readonly codecs: Codecs;
  /**
   * Gives bytes and what is to become of them to one of them.
   * @param task plain data, of which JSON makes the same again but for Infinity
   * @returns null where none is idle; its answer is null where it failed
   */
  offer(bytes: Uint8Array, task: object): Promise<{ readonly answer: Promise<HelpAnswer | null> } | null>;
}

/** What another engine made of a task. */
export interface HelpAnswer {
  readonly bytes: Uint8Array;
  /** Plain data; what was Infinity is null. */
  readonly findings: object;
}

/** A size to reach, of a file that the preset alone does not make small enough, and what presets made of it. */
export interface SizeTarget {
  readonly bytes: number;
  /**
   * What the strongest preset that misses the size makes, or the source where that is not larger: more than `bytes`. Searches use
   * it, so that they try nothing that is larger still.
   */
  readonly tooLarge: PresetOutcome;
  /** What the best preset that fits makes: a result is to look at least as good [none fits]. */
  readonly fitting?: PresetOutcome | undefined;
  /** What a preset packed without loss, more than `bytes`: nothing needs to be packed again [none did]. */
  readonly packed?: Uint8Array | undefined;
}

/** What a preset, or a score in place of its own, makes of a file. */
export interface PresetOutcome extends Outcome {
  /** Lowest visual score that it was made for. */
  readonly floor: number;
}

/** A context that differs in some members. */
export function deriveContext(context: EngineContext, changes: Partial<EngineContext>): EngineContext {
  return { ...context, ...changes };
}

/** Compresses one kind of file. Returns candidate bytes; the door decides whether they replace the source. */
export type KindCompressor = (source: Uint8Array, context: EngineContext) => Promise<Outcome>;
