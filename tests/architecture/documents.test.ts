import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentSchema } from '#platform/config-schema.ts';
import { listFiles, ROOT } from './source-files.ts';

/**
 * Documents have at most so many words together that are written by hand: a fact has one place. Indexes of tests have a line
 * for each file and are not counted.
 */
const MOST_WORDS = 27_000;
/** The README is read on a screen, in one sitting. */
const MOST_README_WORDS = 900;
const SCREEN_COLUMNS = 100;

/** What is no text of ours: tables and samples between marks, which programs write, and code, which tests run. */
const NOT_BY_HAND = [
  /<!-- [^\n]*written by[\s\S]*?<!-- End of[^\n]*-->/g,
  /<!-- figures -->[\s\S]*?<!-- end of figures -->/g,
  /^```[\s\S]*?^```$/gm,
];

/** Source files, by a name that may leave folders out, and paths from a room on. */
const NAMED =
  /`((?:[\w.$-]+\/)*[\w.$-]+\.(?:ts|tsx|sh|mjs)|(?:app|functions|workers|platform|infra|bench|tests|docs)(?:\/[\w.$-]+)+\/?)`/g;

/** Words that leave open who acts; "a client", "an operator" or "a reader" says it. */
const VAGUE = /\b(?:nobody|somebody|anybody|whoever)\b|\bof no use\b|\bby its own lights\b/gi;

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map(
  (path) => `docs/${path}`,
);
const documents = ['README.md', 'CONTRIBUTING.md', ...pages, ...listFiles()].filter((path) =>
  path.endsWith('.md'),
);
const code = listFiles().filter((path) => /\.(ts|tsx|mjs|sh|yml|Dockerfile)$/.test(path));

const paths = [...listFiles(), ...pages, '.dependency-cruiser.mjs'];
const leadsTo = (path: string, name: string) =>
  `/${path}/`.includes(name.includes('.') ? `/${name}/` : `/${name.replace(/\/$/, '')}/`);
const byHand = (page: string) => NOT_BY_HAND.reduce((rest, part) => rest.replace(part, ''), page);
const wordCount = (page: string) => page.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
/** Headings as GitHub makes anchors of them. */
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('documents', () => {
  it('are short enough to be read', () => {
    const read = documents.filter((path) => !path.startsWith('tests/'));
    const counted = read.map((path) => ({ path, words: wordCount(byHand(text(path))) }));
    counted.sort((one, other) => other.words - one.words);
    const sum = counted.reduce((total, { words }) => total + words, 0);
    expect(sum, counted.map(({ path, words }) => `${words} ${path}`).join('\n')).toBeLessThanOrEqual(
      MOST_WORDS,
    );
  });

  it.each(documents)('%s links to what is there', (path) => {
    const links = [...text(path).matchAll(/\]\(((?!https?:)[^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(text(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(documents)('%s names files and folders that are there', (path) => {
    const named = [...text(path).matchAll(NAMED)].map(([, name = '']) => name);
    const missing = named.filter((name) => !paths.some((each) => leadsTo(each, name)));
    expect(missing).toEqual([]);
  });

  it.each(documents)('%s names who acts', (path) => {
    const vague = [...text(path).matchAll(VAGUE)].map(([phrase]) => phrase);
    expect(vague).toEqual([]);
  });

  it('are there where code names them', () => {
    const missing = code.flatMap((path) =>
      [...text(path).matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
        .filter(([named]) => !existsSync(join(ROOT, named)))
        .map(([named]) => `${path}: ${named}`),
    );
    expect(missing).toEqual([]);
  });
});

it('gives no command that takes the package from a registry by its bare name, which others may own', () => {
  const taken =
    /\b(?:npx|pnpx|bunx|(?:pnpm|yarn) (?:dlx|add)|npm (?:exec|i|install|add))(?: -\S+)* (?:@[\w-]+\/)?featherpress(?![\w./-])/;
  const told = [...documents, ...code, ...listFiles().filter((path) => /\.(?:mdx|json)$/.test(path))];
  expect(told.filter((path) => taken.test(text(path)))).toEqual([]);
});

it('explains every variable of the environment in docs/operations.md', () => {
  const page = text('docs/operations.md');
  const names = Object.keys(environmentSchema.shape);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('keeps the README short, and its lines of tables on a screen', () => {
  const page = text('README.md');
  expect(wordCount(page)).toBeLessThan(MOST_README_WORDS);
  const wide = page.split('\n').filter((line) => line.startsWith('|') && line.length > SCREEN_COLUMNS);
  expect(wide).toEqual([]);
});
