import { FILE_KINDS, type FileKind } from '#engine/index.ts';
import { OURS } from './rivals.ts';

/** One program on one file. */
export interface Run {
  readonly file: string;
  readonly kind: FileKind;
  readonly rival: string;
  readonly sourceBytes: number;
  /** 0 when nothing came out. */
  readonly bytes: number;
  readonly cpuSeconds: number;
  /** On the clock. */
  readonly seconds: number;
  /** Null when nothing came out. */
  readonly quality: number | null;
  readonly losses: readonly string[];
}

export interface FileResult {
  readonly file: string;
  readonly kind: FileKind;
  readonly sourceBytes: number;
  readonly oursBytes: number;
  readonly quality: number | null;
  readonly losses: readonly string[];
  readonly bestBytes: number;
  /** Null when no other program made the file smaller without harm. */
  readonly bestRival: string | null;
  /** Ours to the best other. */
  readonly ratio: number;
}

export interface ProgramResult {
  readonly name: string;
  /** All files together; a file that was harmed, failed or grew counts with its source's bytes. */
  readonly bytes: number;
  /** Of the sources' bytes, 0 to 1. */
  readonly share: number;
  readonly harmed: number;
  readonly cpuSeconds: number;
  /** CPU without its starts: what it takes on a file of the kind with next to nothing in it. */
  readonly workSeconds: number;
  /** On the clock. */
  readonly seconds: number;
}

export interface KindResult {
  readonly kind: FileKind;
  readonly files: number;
  /** Geometric mean over the files of ours to the best other. */
  readonly ratio: number;
  /** Ours first. */
  readonly programs: readonly ProgramResult[];
}

export interface Summary {
  readonly kinds: readonly KindResult[];
  /** The worst for us first. */
  readonly files: readonly FileResult[];
}

/** CPU of a start [s], by kind and program. */
export type Starts = ReadonlyMap<string, number>;
export const startKey = (kind: FileKind, rival: string): string => `${kind}/${rival}`;

/** Puts ours beside the best undamaged result of the others. The same rules hold for all. */
export function summarize(runs: readonly Run[], starts: Starts = new Map()): Summary {
  const files = [...groupBy(runs, ({ kind, file }) => `${kind}/${file}`).values()].map(fileResult);
  const kinds = FILE_KINDS.filter((kind) => files.some((file) => file.kind === kind)).map((kind) =>
    kindResult(
      kind,
      files.filter((file) => file.kind === kind),
      runs.filter((run) => run.kind === kind),
      starts,
    ),
  );
  return { kinds, files: files.sort((a, b) => b.ratio - a.ratio) };
}

/** What a program's result is worth: its bytes, or the source's where it is harmed, missing or larger. */
const worth = ({ bytes, sourceBytes, losses }: Run): number =>
  losses.length > 0 || bytes === 0 ? sourceBytes : Math.min(bytes, sourceBytes);

function fileResult(runs: readonly Run[]): FileResult {
  const ours = runs.find(({ rival }) => rival === OURS)!;
  const others = runs.filter((run) => run !== ours);
  const best = others.reduce<Run | null>(
    (least, run) => (worth(run) < (least ? worth(least) : ours.sourceBytes) ? run : least),
    null,
  );
  const bestBytes = best ? worth(best) : ours.sourceBytes;
  const { file, kind, sourceBytes, quality, losses } = ours;
  return {
    ...{ file, kind, sourceBytes, quality, losses, bestBytes },
    oursBytes: worth(ours),
    bestRival: best?.rival ?? null,
    ratio: worth(ours) / bestBytes,
  };
}

function kindResult(
  kind: FileKind,
  files: readonly FileResult[],
  runs: readonly Run[],
  starts: Starts,
): KindResult {
  const source = files.reduce((sum, { sourceBytes }) => sum + sourceBytes, 0);
  const programs = [...groupBy(runs, ({ rival }) => rival)].map(([name, own]) => {
    const total = (of: (run: Run) => number): number => own.reduce((sum, run) => sum + of(run), 0);
    const bytes = total(worth);
    const cpuSeconds = total((run) => run.cpuSeconds);
    const started = own.length * (starts.get(startKey(kind, name)) ?? 0);
    return {
      ...{ name, bytes, share: bytes / source },
      harmed: own.filter(({ losses }) => losses.length > 0).length,
      cpuSeconds,
      workSeconds: Math.max(0, cpuSeconds - started),
      seconds: total((run) => run.seconds),
    };
  });
  const logs = files.reduce((sum, { ratio }) => sum + Math.log(ratio), 0);
  return {
    ...{ kind, files: files.length, ratio: Math.exp(logs / files.length) },
    programs: programs.sort((a, b) => Number(b.name === OURS) - Number(a.name === OURS) || a.bytes - b.bytes),
  };
}

function groupBy(runs: readonly Run[], key: (run: Run) => string): Map<string, Run[]> {
  const groups = new Map<string, Run[]>();
  for (const run of runs) groups.set(key(run), [...(groups.get(key(run)) ?? []), run]);
  return groups;
}
