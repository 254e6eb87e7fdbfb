import type { Compress } from './relation.ts';

/** Files that show the same, by what is done to them. */
export type Twins = Readonly<Record<string, Uint8Array>>;

/** How far results of twins may lie apart. */
export interface TwinSlack {
  /** Of the least bytes, the share that others may take more. */
  readonly share: number;
  readonly spareBytes: number;
  /** Points between the scores of results that take about equal bytes. */
  readonly points: number;
  /** Of the least bytes, a further share by the twin's name: what cannot be written in as few [none]. */
  readonly moreShares?: Readonly<Record<string, number>>;
}

/** Size and score of a result; the score is null where nothing is lost. */
export interface Sized {
  readonly bytes: number;
  readonly score: number | null;
}

/** Compresses each twin and says which results lie too far apart. */
export async function compareTwins(twins: Twins, compress: Compress, slack: TwinSlack): Promise<string[]> {
  const results: Record<string, Sized> = {};
  for (const [name, file] of Object.entries(twins)) {
    const { report } = await compress(file);
    results[name] = { bytes: report.outputBytes, score: report.score };
  }
  return twinFaults(results, slack);
}

/** @returns a line for each result that takes too much more than the least, or scores otherwise; nothing for a single one */
export function twinFaults(results: Readonly<Record<string, Sized>>, slack: TwinSlack): string[] {
  const all = Object.entries(results);
  const [least] = [...all].sort(([, a], [, b]) => a.bytes - b.bytes);
  if (!least) return [];
  const [leastName, { bytes, score }] = least;
  return all.flatMap(([name, other]) => {
    const share = slack.share + (slack.moreShares?.[name] ?? 0);
    const isFar = other.bytes > bytes * (1 + share) + slack.spareBytes;
    const isOther = Math.abs((other.score ?? 100) - (score ?? 100)) > slack.points;
    return isFar || isOther
      ? [`${name} ${described(other)}, ${leastName} ${described({ bytes, score })}`]
      : [];
  });
}

function described({ bytes, score }: Sized): string {
  return `${bytes} (${score ?? 'exact'})`;
}
