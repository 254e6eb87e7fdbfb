import { FILE_KINDS, type FileKind } from '#engine/index.ts';
import { printTable } from '../table.ts';
import { isFailure, VERDICTS, type Verdict } from './judge.ts';
import type { EngineRun } from './engine-lane.ts';

interface Row {
  readonly kind: string;
  mutants: number;
  readonly verdicts: Map<Verdict, number>;
  cpuSeconds: number;
  slowestSeconds: number;
  peakResidentBytes: number;
}

/** What happened in a run, by kind of file. */
export class Tally {
  private readonly rows = new Map<FileKind, Row>();

  add(kind: FileKind, verdict: Verdict, { cpuSeconds, peakResidentBytes }: EngineRun): void {
    const row = this.rows.get(kind) ?? newRow(kind);
    this.rows.set(kind, row);
    row.mutants += 1;
    row.verdicts.set(verdict, (row.verdicts.get(verdict) ?? 0) + 1);
    row.cpuSeconds += cpuSeconds;
    row.slowestSeconds = Math.max(row.slowestSeconds, cpuSeconds);
    row.peakResidentBytes = Math.max(row.peakResidentBytes, peakResidentBytes);
  }

  get mutants(): number {
    return this.total().mutants;
  }

  count(verdict: Verdict): number {
    return this.total().verdicts.get(verdict) ?? 0;
  }

  get failures(): number {
    return VERDICTS.filter(isFailure).reduce((sum, verdict) => sum + this.count(verdict), 0);
  }

  print(): void {
    const rows = FILE_KINDS.flatMap((kind) => this.rows.get(kind) ?? []);
    printTable(
      [...rows, this.total()],
      [
        { title: 'kind', value: (row) => row.kind, isText: true },
        { title: 'mutants', value: (row) => String(row.mutants) },
        ...VERDICTS.map((verdict) => ({
          title: verdict,
          value: (row: Row) => String(row.verdicts.get(verdict) ?? 0),
        })),
        { title: 'CPU s', value: (row) => row.cpuSeconds.toFixed(0) },
        { title: 'slowest s', value: (row) => row.slowestSeconds.toFixed(1) },
        { title: 'peak MB', value: (row) => (row.peakResidentBytes / 1024 ** 2).toFixed(0) },
      ],
    );
  }

  private total(): Row {
    const total = newRow('all');
    for (const row of this.rows.values()) {
      total.mutants += row.mutants;
      for (const [verdict, count] of row.verdicts)
        total.verdicts.set(verdict, (total.verdicts.get(verdict) ?? 0) + count);
      total.cpuSeconds += row.cpuSeconds;
      total.slowestSeconds = Math.max(total.slowestSeconds, row.slowestSeconds);
      total.peakResidentBytes = Math.max(total.peakResidentBytes, row.peakResidentBytes);
    }
    return total;
  }
}

function newRow(kind: string): Row {
  return { kind, mutants: 0, verdicts: new Map(), cpuSeconds: 0, slowestSeconds: 0, peakResidentBytes: 0 };
}
