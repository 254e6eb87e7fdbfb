import type { FileKind } from './kinds.ts';
import type { Preset } from './presets.ts';

/** One thing that was done to the file. */
export interface Change {
  /** Stable name of the step, kebab-case, e.g. "images-recompressed". */
  readonly code: string;
  /** What was done, in words. */
  readonly detail: string;
  /** How many objects it touched. */
  readonly count?: number;
  /** Bytes it saved, where the step knows. */
  readonly savedBytes?: number;
}

/** One thing that was left alone, and why. */
export interface Skip {
  /** Stable reason, kebab-case, e.g. "signed", "already-small", "not-smaller". */
  readonly code: string;
  readonly detail: string;
  readonly count?: number;
}

/** Something that matters and is still in the result, e.g. links, outline, form fields, ICC profile, animation. */
export interface Kept {
  readonly feature: string;
  readonly count?: number;
}

export interface StepTime {
  readonly step: string;
  readonly ms: number;
}

/** What the engine did to a file. Plain data: crosses processes, is stored with the job and shown to people. */
export interface CompressionReport {
  readonly kind: FileKind;
  readonly preset: Preset;
  readonly sourceBytes: number;
  readonly outputBytes: number;
  /** 0 to 1: share of the source bytes that is gone. */
  readonly savingsRatio: number;
  /** Lowest visual score of any lossy picture in the result (SSIMULACRA2 scale, 100 = identical); null where all is lossless. */
  readonly score: number | null;
  /** Set when a target was asked for. `smallestBytes` says what the smallest acceptable result is when it was missed. */
  readonly target?: { readonly bytes: number; readonly met: boolean; readonly smallestBytes?: number };
  readonly changes: readonly Change[];
  readonly skips: readonly Skip[];
  readonly kept: readonly Kept[];
  /** Advice for the owner, e.g. what another format would have saved. */
  readonly hints: readonly { readonly code: string; readonly detail: string; readonly bytes?: number }[];
  readonly steps: readonly StepTime[];
}

/** Collects what happens while a file is compressed. Repeated codes add up. */
export class ReportBuilder {
  private readonly changes = new Map<string, Change>();
  private readonly skips = new Map<string, Skip>();
  private readonly keeps = new Map<string, Kept>();
  private readonly hints: { code: string; detail: string; bytes?: number }[] = [];
  private readonly steps = new Map<string, number>();
  private lowestScore: number | null = null;
  private target: CompressionReport['target'];

  changed(code: string, detail: string, facts: { count?: number; savedBytes?: number } = {}): void {
    const before = this.changes.get(code);
    const count = sum(before?.count, facts.count ?? (before ? 1 : undefined));
    this.changes.set(code, {
      code,
      detail,
      ...defined({ count, savedBytes: sum(before?.savedBytes, facts.savedBytes) }),
    });
  }

  skipped(code: string, detail: string, count = 1): void {
    this.skips.set(code, { code, detail, count: (this.skips.get(code)?.count ?? 0) + count });
  }

  kept(feature: string, count?: number): void {
    this.keeps.set(feature, { feature, ...defined({ count: sum(this.keeps.get(feature)?.count, count) }) });
  }

  hint(code: string, detail: string, bytes?: number): void {
    this.hints.push({ code, detail, ...defined({ bytes }) });
  }

  /** Notes the visual score of a lossy picture; the lowest of all stands in the report. */
  scored(score: number): void {
    this.lowestScore = this.lowestScore === null ? score : Math.min(this.lowestScore, score);
  }

  targeted(target: NonNullable<CompressionReport['target']>): void {
    this.target = target;
  }

  /** Runs a step and adds its wall time to the report, also when it throws. */
  async timed<T>(step: string, work: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.steps.set(step, (this.steps.get(step) ?? 0) + performance.now() - start);
    }
  }

  /** Forgets what was changed and scored: used when the original is returned after all. */
  discardChanges(): void {
    this.changes.clear();
    this.lowestScore = null;
  }

  /** Takes over all that another report holds: of the attempt that was chosen among several. */
  adopt(other: ReportBuilder): void {
    for (const { code, detail, ...facts } of other.changes.values()) this.changed(code, detail, facts);
    for (const { code, detail, count } of other.skips.values()) this.skipped(code, detail, count);
    for (const { feature, count } of other.keeps.values()) this.kept(feature, count);
    this.hints.push(...other.hints);
    for (const [step, ms] of other.steps) this.steps.set(step, (this.steps.get(step) ?? 0) + ms);
    if (other.lowestScore !== null) this.scored(other.lowestScore);
  }

  build(facts: {
    kind: FileKind;
    preset: Preset;
    sourceBytes: number;
    outputBytes: number;
  }): CompressionReport {
    return {
      ...facts,
      savingsRatio: facts.sourceBytes === 0 ? 0 : 1 - facts.outputBytes / facts.sourceBytes,
      score: this.lowestScore === null ? null : Math.round(this.lowestScore * 10) / 10,
      ...defined({ target: this.target }),
      changes: [...this.changes.values()],
      skips: [...this.skips.values()],
      kept: [...this.keeps.values()],
      hints: this.hints,
      steps: [...this.steps].map(([step, ms]) => ({ step, ms: Math.round(ms * 10) / 10 })),
    };
  }
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

function defined<T extends object>(facts: T): Partial<T> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<T>;
}
