/** How a job ended, as its client saw it. */
export type Ending =
  /** The result, byte for byte the expected one. */
  | 'answered'
  /** A bad file, refused in words. */
  | 'refused'
  /** The client left on purpose, or took its job back. */
  | 'withdrawn'
  /** The server went away before it had said that it took the job: it may run or not. */
  | 'unresolved'
  /** Its record was damaged on disk by us: any end will do. */
  | 'tampered';

/** The most that the processes of a role held at any time. */
export interface Peak {
  residentBytes: number;
  descriptors: number;
}

/** What happened in a run, and what must not have happened. */
export class Ledger {
  readonly endings = new Map<Ending, number>();
  readonly faults = new Map<string, number>();
  readonly violations: string[] = [];
  readonly latenciesMs: number[] = [];
  readonly peaks = new Map<string, Peak>();

  ended(ending: Ending): void {
    this.endings.set(ending, this.count(ending) + 1);
  }

  struck(fault: string): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }

  violated(what: string): void {
    this.violations.push(what);
  }

  noteUsage(role: string, { residentBytes, descriptors }: Readonly<Peak>): void {
    const peak = this.peaks.get(role) ?? { residentBytes: 0, descriptors: 0 };
    peak.residentBytes = Math.max(peak.residentBytes, residentBytes);
    peak.descriptors = Math.max(peak.descriptors, descriptors);
    this.peaks.set(role, peak);
  }

  count(ending: Ending): number {
    return this.endings.get(ending) ?? 0;
  }

  get jobs(): number {
    return [...this.endings.values()].reduce((sum, count) => sum + count, 0);
  }
}
