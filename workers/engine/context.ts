import type { Codecs } from './codecs/codecs.ts';
import type { Preset } from './presets.ts';
import type { ReportBuilder } from './report.ts';
import type { WorkBudget } from './work-budget.ts';

/** What a step of the engine works with. One context a file; nested pictures get a context of their own. */
export interface EngineContext {
  readonly preset: Preset;
  /** Size to reach, in bytes; undefined when none was asked for. */
  readonly targetBytes?: number;
  readonly signal: AbortSignal;
  readonly codecs: Codecs;
  readonly report: ReportBuilder;
  /** Called with 0 to 1 as work goes on. */
  readonly onProgress: (ratio: number) => void;
  /** Once spent, steps choose their cheaper settings. `codecs` charge it; it never fails a file. */
  readonly budget: WorkBudget;
}

/** Compresses one kind of file. Answers candidate bytes; the door decides whether they replace the source. */
export type KindCompressor = (source: Uint8Array, context: EngineContext) => Promise<Uint8Array>;
