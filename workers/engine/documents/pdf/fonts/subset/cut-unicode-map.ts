import { latin1, latin1Bytes } from '../../../../base/bytes.ts';

/** What a code means: both as hexadecimal digits. */
interface CodeText {
  readonly code: string;
  readonly text: string;
}

/** Codes after each other, with the text of the first, from which the others count, or of each. */
interface CodeRange {
  readonly first: string;
  readonly last: string;
  readonly text: string | readonly string[];
}

/**
 * Cuts the lists of a ToUnicode CMap (ISO 32000-1, 9.10.3) down to some codes. What each of them means stays, and so does all
 * around the lists.
 * @returns undefined where the lists hold anything but strings, or give a code two meanings
 */
export function cutUnicodeMap(cmap: Uint8Array, codes: ReadonlySet<number>): Uint8Array | undefined {
  const source = latin1(cmap);
  const lists = [...source.matchAll(/\d+\s+begin(bfchar|bfrange)\b([^]*?)\bend\1\b\s*/g)];
  if (lists.length === 0 || lists.length !== source.split('beginbf').length - 1) return undefined;
  const sorted = [...codes].sort((a, b) => a - b);
  const kept = new Map<string, CodeText>();
  for (const [, kind, list] of lists) {
    for (const range of readList(list!, kind === 'bfchar') ?? [undefined]) {
      const texts = range && textsOf(range, sorted);
      if (!texts || texts.some(({ code }) => kept.has(code))) return undefined;
      for (const each of texts) kept.set(each.code, each);
    }
  }
  const around = lists.map(({ 0: { length }, index }, i) =>
    source.slice(index + length, lists[i + 1]?.index ?? source.length),
  );
  return latin1Bytes(
    [source.slice(0, lists[0]!.index), ...writeLists([...kept.values()]), ...around].join(''),
  );
}

/** @returns undefined where it holds anything but strings */
function readList(list: string, isOfChars: boolean): CodeRange[] | undefined {
  const tokens = list.match(/<[^<>]*>|[[\]]|[^\s<>[\]]+/g) ?? [];
  if (!tokens.every((token) => /^(?:<(?:\s*[\dA-F]){0,512}\s*>|[[\]])$/i.test(token))) return undefined;
  const words = tokens.map((token) => token.replaceAll(/[<>\s]/g, '').toUpperCase());
  const ranges: CodeRange[] = [];
  for (let at = 0; at < words.length;) {
    const first = words[at++]!;
    const last = isOfChars ? first : words[at++];
    const end = words[at] === '[' ? words.indexOf(']', at) : at;
    if (last === undefined || end < at || end >= words.length) return undefined;
    ranges.push({ first, last, text: end > at ? words.slice(at + 1, end) : words[at]! });
    at = end + 1;
  }
  return ranges;
}

/** @returns undefined where viewers may count differently */
function textsOf({ first, last, text }: CodeRange, sorted: readonly number[]): CodeText[] | undefined {
  const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  if (!(from <= to) || first.length !== last.length) return undefined;
  const texts: CodeText[] = [];
  for (const code of sorted.slice(countBelow(sorted, from), countBelow(sorted, to + 1))) {
    const own = typeof text === 'string' ? countedOn(text, code - from) : text[code - from];
    if (own === undefined) return undefined;
    texts.push({ code: hex(code, first.length), text: own });
  }
  return texts;
}

/** @returns how many numbers lie below a value */
function countBelow(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The text some codes after the one whose text is given: its last UTF-16 unit counts. */
function countedOn(text: string, codes: number): string | undefined {
  if (codes === 0) return text;
  const unit = text.slice(-4);
  const value = Number.parseInt(unit, 16) + codes;
  return value < 16 ** unit.length ? text.slice(0, -unit.length) + hex(value, unit.length) : undefined;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

/** The longest list that a CMap may hold (Adobe TN 5014). */
const MOST_ENTRIES = 100;

/** Lists of ranges where codes and texts go on together, and of single codes. */
function writeLists(kept: readonly CodeText[]): string[] {
  const runs: CodeText[][] = [];
  for (const each of kept.toSorted((a, b) => (a.code < b.code ? -1 : 1))) {
    const last = runs.at(-1)?.at(-1);
    if (last && goesOn(last, each)) runs.at(-1)!.push(each);
    else runs.push([each]);
  }
  const chars = runs.filter(({ length }) => length === 1).map(([one]) => `<${one!.code}><${one!.text}>\n`);
  const ranges = runs
    .filter(({ length }) => length > 1)
    .map((run) => `<${run[0]!.code}><${run.at(-1)!.code}><${run[0]!.text}>\n`);
  return [...listsOf('bfchar', chars), ...listsOf('bfrange', ranges)];
}

/** A range must not leave the last byte, neither with its codes nor with its texts. */
function goesOn(last: CodeText, next: CodeText): boolean {
  const isNext = (one: string, other: string): boolean =>
    one.length === other.length &&
    one.slice(0, -2) === other.slice(0, -2) &&
    Number.parseInt(one.slice(-2), 16) + 1 === Number.parseInt(other.slice(-2), 16);
  return isNext(last.code, next.code) && isNext(last.text, next.text);
}

function listsOf(kind: string, entries: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(entries.length / MOST_ENTRIES) }, (_, i) => {
    const list = entries.slice(i * MOST_ENTRIES, (i + 1) * MOST_ENTRIES);
    return `${list.length} begin${kind}\n${list.join('')}end${kind}\n`;
  });
}
