import {
  CHANGES,
  FEATURES,
  HINTS,
  SKIPS,
  type ChangeCode,
  type FeatureCode,
  type HintCode,
  type SkipCode,
} from './report-codes.ts';
import type { Change, Findings, Hint, Kept, Outcome, Skip } from './report.ts';

/** Values for the `{name}` places of a text; a list is written out: "one, two, and three". */
type TextValues = Readonly<Record<string, string | number | readonly string[]>>;

/** @param facts.values what the text's `{name}` places stand for */
export function change(
  code: ChangeCode,
  { values, ...facts }: { count?: number; savedBytes?: number; values?: TextValues } = {},
): Change {
  return { code, detail: fill(CHANGES[code], values), ...facts };
}

/** @param facts.count how many objects were left alone [1] */
export function skip(code: SkipCode, facts: { count?: number; values?: TextValues } = {}): Skip {
  return { code, detail: fill(SKIPS[code], facts.values), count: facts.count ?? 1 };
}

export function kept(
  feature: FeatureCode,
  { values, ...facts }: { count?: number; values?: TextValues } = {},
): Kept {
  return { feature, detail: fill(FEATURES[feature], values), ...facts };
}

/** @param facts.bytes size that following the advice would give */
export function hint(
  code: HintCode,
  { values, ...facts }: { bytes?: number; values?: TextValues } = {},
): Hint {
  return { code, detail: fill(HINTS[code], values), ...facts };
}

/** What one step adds; a step without findings adds nothing. */
type Part = Partial<Findings> | null | undefined;

/**
 * Joins what several steps found: equal codes become one entry with counts and bytes added up, the lowest score holds,
 * the last target holds. Entries stay in the order in which their codes first appear.
 */
export function joinFindings(...parts: readonly Part[]): Findings {
  const all = parts.filter((part) => part !== null && part !== undefined);
  const scores = all.map(({ score }) => score).filter((score) => typeof score === 'number');
  const target = all.findLast((part) => part.target)?.target;
  const output = all.findLast((part) => part.output)?.output;
  return {
    score: scores.length === 0 ? null : Math.min(...scores),
    ...(target ? { target } : {}),
    ...(output ? { output } : {}),
    changes: merged(
      all.flatMap(({ changes = [] }) => changes),
      ({ code }) => code,
    ),
    skips: merged(
      all.flatMap(({ skips = [] }) => skips),
      ({ code }) => code,
    ),
    kept: merged(
      all.flatMap(({ kept: entries = [] }) => entries),
      ({ feature }) => feature,
    ),
    hints: all.flatMap(({ hints = [] }) => hints),
  };
}

/** Bytes together with what is true of them. */
export function outcome(bytes: Uint8Array, ...parts: readonly Part[]): Outcome {
  return { bytes, ...joinFindings(...parts) };
}

/** The original in place of a result: nothing was changed, no picture lost quality; what was learnt stays. */
export function unchanged(source: Uint8Array, ...parts: readonly Part[]): Outcome {
  return { ...outcome(source, ...parts), score: null, changes: [] };
}

/**
 * Never more bytes than came in: the original in place of a candidate that is not smaller. Where nothing else says why it comes
 * back, nothing made it smaller.
 */
export function neverLarger(source: Uint8Array, candidate: Outcome): Outcome {
  const isExplained = candidate.bytes === source && candidate.skips.length > 0;
  if (isExplained || candidate.bytes.length < source.length) return candidate;
  return unchanged(source, candidate, { skips: [skip('not-smaller')] });
}

/** Large pictures are measured on tiles: where none of them changed, something else did, and 100 means that nothing has. */
const MOST_LOSSY_SCORE = 99.9;

/** A visual score as reports tell it; null where nothing was lost. */
export function toldScore(score: number | null): number | null {
  return score === null ? null : Math.min(MOST_LOSSY_SCORE, Math.round(score * 10) / 10);
}

interface Counted {
  readonly detail: string;
  readonly count?: number;
  readonly savedBytes?: number;
}

function merged<T extends Counted>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  const byKey = new Map<string, T>();
  for (const entry of entries) {
    const before = byKey.get(keyOf(entry));
    byKey.set(keyOf(entry), before ? added(before, entry) : entry);
  }
  return [...byKey.values()];
}

/** Of entries without a count each stands for one object. */
function added<T extends Counted>(before: T, entry: T): T {
  const savedBytes =
    before.savedBytes === undefined && entry.savedBytes === undefined
      ? {}
      : { savedBytes: (before.savedBytes ?? 0) + (entry.savedBytes ?? 0) };
  return { ...entry, count: (before.count ?? 1) + (entry.count ?? 1), ...savedBytes };
}

function fill(text: string, values: TextValues = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === 'object' ? LIST.format(value) : String(value);
  });
}

const LIST = new Intl.ListFormat('en');
