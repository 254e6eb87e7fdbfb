import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { INPUT_KINDS } from '#engine/api/kinds.ts';
import { listFiles, ROOT } from './source-files.ts';

/**
 * Words of exported types, functions and classes. Each is usual English or usual in the field, and stands in
 * known-words.txt, one a line and sorted, or it is explained in the glossary, whose words stand there in bold, or is a kind of file.
 * `WORDS=prune npx vitest run tests/architecture/names.test.ts` sorts the list and takes out what no name uses.
 */
const LIST = join(ROOT, 'tests/architecture/known-words.txt');
const EXPORTED = /^export (?:declare |abstract |async )*(?:type|interface|class|function\*?) ([A-Za-z]\w*)/gm;
const PART = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g;

const listed = readFileSync(LIST, 'utf8').split('\n').filter(Boolean);
const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
const explained = [...glossary.matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, words = '']) =>
  words.toLowerCase().split(/[^\p{L}]+/u),
);
const elsewhere = new Set<string>([...explained, ...INPUT_KINDS]);
const known = new Set([...listed, ...elsewhere]);

/** A word and what it may be a form of: "reduced" of "reduce", "codes" of "code", "planning" of "plan". */
function basesOf(word: string): string[] {
  const endings = ['s', 'es', 'd', 'ed', 'r', 'er', 'or', 'ing', 'ly', 'ment'];
  return endings.reduce<string[]>(
    (bases, ending) => {
      if (!word.endsWith(ending)) return bases;
      const base = word.slice(0, -ending.length);
      return base.length < 2
        ? bases
        : [...bases, base, `${base}e`, base.replace(/(.)\1$/, '$1'), base.replace(/i$/, 'y')];
    },
    [word],
  );
}

/** Words of the exported names of engine and platform, with some of the names. */
function wordsOfNames(): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const files = listFiles().filter((path) => /^(workers\/engine|platform)\/.*\.ts$/.test(path));
  for (const path of files)
    for (const [, name = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(EXPORTED))
      for (const [part] of name.matchAll(PART)) {
        const word = part.toLowerCase();
        names.set(word, [...(names.get(word) ?? []), name]);
      }
  return names;
}

it('explains in the glossary what no known word is', () => {
  const names = wordsOfNames();
  const unexplained = [...names].filter(([word]) => !basesOf(word).some((base) => known.has(base)));
  expect(unexplained.map(([word, uses]) => `${word}: ${[...new Set(uses)].slice(0, 5).join(', ')}`)).toEqual(
    [],
  );
});

it('keeps the list of known words sorted', () => {
  if (process.env.WORDS === 'prune') {
    const used = new Set([...wordsOfNames().keys()].flatMap(basesOf));
    const kept = [...new Set(listed)].filter((word) => used.has(word) && !elsewhere.has(word));
    writeFileSync(LIST, `${kept.sort().join('\n')}\n`);
    return;
  }
  expect(listed).toEqual([...new Set(listed)].sort());
});
