import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { TERMS } from '~/content/terms.ts';

/** Reports, errors, the command's help and the pages for programs are read beside the site. */
const BESIDE_THE_SITE = [
  '{app,functions,platform,workers}/**/*.{ts,tsx,mdx}',
  'functions/cli/package/README.md',
  'public/**/*.vtt',
  'docs/api*.md',
];
const beside = globSync(BESIDE_THE_SITE).filter((path) => path !== 'app/content/terms.ts');
const files = new Set([...beside, ...globSync(['README.md', 'docs/*.md'])]);

test.each(TERMS)('writes "$write" and no other word for it', ({ instead, isEngineWord, within }) => {
  expect(beside.length).toBeGreaterThan(300);
  const searched = [...(isEngineWord ? beside : files)].filter((path) => within?.test(path) ?? true);
  const found = searched.flatMap((path) =>
    textsOf(path)
      .filter((text) => instead.test(text))
      .map((text) => `${path}: ${text.trim().slice(0, 120)}`),
  );
  expect(found).toEqual([]);
});

test.each(TERMS)('finds what was written once in place of "$write"', ({ instead, once }) => {
  expect(once.filter((text) => !instead.test(text))).toEqual([]);
});

test('reads captions, and the comments of types that editors show', () => {
  expect(textsOf('public/media/tutorial.vtt')).toContain('Compression starts at once, file by file.');
  expect(textsOf('functions/cli/package/index.d.ts').join()).toContain('File types that are one image.');
});

test('finds a word where people read it, and nowhere else', () => {
  const source = `
    // A photograph.
    import x from 'a photograph';
    export const Photo = () => <p className="a photograph" title={'one photograph'}>two photographs{\`three photographs\`}</p>;
    const words = { code: 'photograph', label: 'Photograph' };
    const label = <b>photograph</b>;
    const count = \`\${7} photographs.\`;
  `;
  expect(textsIn(source)).toEqual([
    ...[
      'one photograph',
      'two photographs',
      'three photographs',
      'Photograph',
      'photograph',
      ' photographs.',
    ],
  ]);
});

/** In a document: names of options and codes, which are no words for people. */
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;

const COMMENTS = /\/\*\*[\s\S]*?\*\//g;

const texts = new Map<string, readonly string[]>();

function textsOf(path: string): readonly string[] {
  const known = texts.get(path);
  if (known) return known;
  const source = readFileSync(path, 'utf8');
  // Parsing takes long, and few files have one of them at all.
  const mayHold = TERMS.some(({ instead }) => instead.test(source));
  const found = /\.(mdx?|vtt)$/.test(path)
    ? source.replace(CODE, '').split('\n')
    : /^functions\/cli\/package\/.*\.d\.ts$/.test(path)
      ? (source.match(COMMENTS) ?? [])
      : mayHold
        ? textsIn(source)
        : [];
  texts.set(path, found);
  return found;
}

/** Words beside each other, or a label of one; codes are written small. */
const READ = /\w \w|^\s*[A-Z][a-z]+\s*$/;

/** Texts that are no address, style or name. */
function textsIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isJsxAttribute(node) && node.name.getText() === 'className') return;
    const isText =
      ts.isJsxText(node) ||
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    const isRead = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? READ : /\w/;
    if (isText && isRead.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}
