import figures from './benchmarks.json' with { type: 'json' };

/** One program on all files of a kind; what it harmed or failed on counts with the source's bytes. */
export interface BenchmarkProgram {
  readonly name: string;
  readonly bytes: number;
  /** Of the sources' bytes, 0 to 1. */
  readonly share: number;
  readonly harmed: number;
  readonly cpuSeconds: number;
}

export interface BenchmarkKind {
  /** As people call it. */
  readonly label: string;
  readonly kind: string;
  readonly files: number;
  /** Geometric mean of ours to the best other program without harm, file by file. */
  readonly ratio: number;
  /** Ours first, then the smallest. */
  readonly programs: readonly BenchmarkProgram[];
}

/** A file that another program made smaller without harm. */
interface BenchmarkLoss {
  readonly file: string;
  readonly sourceBytes: number;
  readonly oursBytes: number;
  readonly bestBytes: number;
  readonly bestRival: string;
}

/** Written by `npm run bench -- peers FOLDER --gather --publish`. */
export const benchmarks: {
  /** YYYY-MM-DD */
  readonly measured: string;
  readonly kinds: readonly BenchmarkKind[];
  readonly lost: readonly BenchmarkLoss[];
} = figures;
