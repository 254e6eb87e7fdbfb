import type { Change, CompressionReport, Findings, Hint, Kept, Skip } from './report.ts';
import type { StepTimer } from './step-timer.ts';

/** Collects what happens while a file is compressed. On its way out: compressors return their findings instead. */
export class ReportBuilder {
  private readonly steps: StepTimer;
  private readonly changes = new Map<string, Change>();
  private readonly skips = new Map<string, Skip>();
  private readonly keeps = new Map<string, Kept>();
  private readonly hints: Hint[] = [];
  private lowestScore: number | null = null;
  private target: CompressionReport['target'];

  constructor(steps: StepTimer) {
    this.steps = steps;
  }

  changed(code: string, detail: string, facts: { count?: number; savedBytes?: number } = {}): void {
    const before = this.changes.get(code);
    const count = sum(before?.count, facts.count ?? (before ? 1 : undefined));
    const savedBytes = sum(before?.savedBytes, facts.savedBytes);
    this.changes.set(code, { code, detail, ...defined({ count, savedBytes }) } as Change);
  }

  skipped(code: string, detail: string, count = 1): void {
    this.skips.set(code, { code, detail, count: (this.skips.get(code)?.count ?? 0) + count } as Skip);
  }

  kept(feature: string, count?: number): void {
    const before = this.keeps.get(feature)?.count;
    this.keeps.set(feature, { feature, detail: feature, ...defined({ count: sum(before, count) }) } as Kept);
  }

  hint(code: string, detail: string, bytes?: number): void {
    this.hints.push({ code, detail, ...defined({ bytes }) } as Hint);
  }

  /** Notes the visual score of a lossy picture; the lowest of all stands in the report. */
  scored(score: number): void {
    this.lowestScore = this.lowestScore === null ? score : Math.min(this.lowestScore, score);
  }

  targeted(target: NonNullable<CompressionReport['target']>): void {
    this.target = target;
  }

  timed<T>(step: string, work: () => T | Promise<T>): Promise<T> {
    return this.steps.timed(step, work);
  }

  /** Forgets what was changed and scored: used when the original is returned after all. */
  discardChanges(): void {
    this.changes.clear();
    this.lowestScore = null;
  }

  /** Takes over all that another report holds: of the attempt that was chosen among several. */
  adopt(other: Findings): void {
    for (const { code, detail, ...facts } of other.changes) this.changed(code, detail, facts);
    for (const { code, detail, count } of other.skips) this.skipped(code, detail, count);
    for (const { feature, count } of other.kept) this.kept(feature, count);
    this.hints.push(...other.hints);
    if (other.score !== null) this.scored(other.score);
  }

  findings(): Findings {
    return {
      score: this.lowestScore,
      ...(this.target ? { target: this.target } : {}),
      changes: [...this.changes.values()],
      skips: [...this.skips.values()],
      kept: [...this.keeps.values()],
      hints: this.hints,
    };
  }
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

function defined<T extends object>(facts: T): Partial<T> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<T>;
}
