import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { TERMS } from '~/content/terms.ts';

/** Words of the house's own story and mark, which are no result's. */
const EXCEPT = ['app/content/terms.ts', 'app/components/home/phones.tsx'];

/** Reports, errors, the command's help and the pages for programs are read beside the site. */
const ROOMS = [
  '{app,functions,platform,workers}/**/*.{ts,tsx,mdx}',
  'functions/cli/package/README.md',
  'docs/api*.md',
];
const files = globSync(ROOMS).filter((path) => !EXCEPT.includes(path));

test.each(TERMS)('writes "$write" and no other word for it', ({ instead }) => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((path) =>
    textsOf(path)
      .filter((text) => instead.test(text))
      .map((text) => `${path}: ${text.trim().slice(0, 120)}`),
  );
  expect(found).toEqual([]);
});

test('finds a word where people read it, and nowhere else', () => {
  const source = `
    // A photograph.
    import x from 'a photograph';
    export const Photo = () => <p className="a photograph" title={'one photograph'}>two photographs{\`three photographs\`}</p>;
  `;
  expect(textsIn(source)).toEqual(['one photograph', 'two photographs', 'three photographs']);
});

/** In a document: names of options and codes, which are no words for people. */
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;

const texts = new Map<string, readonly string[]>();

function textsOf(path: string): readonly string[] {
  const known = texts.get(path);
  if (known) return known;
  const source = readFileSync(path, 'utf8');
  // Parsing takes long, and few files have one of them at all.
  const mayHold = TERMS.some(({ instead }) => instead.test(source));
  const found = !mayHold ? [] : /\.mdx?$/.test(path) ? source.replace(CODE, '').split('\n') : textsIn(source);
  texts.set(path, found);
  return found;
}

/** Texts with more than one word, which are no address, style or name. */
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
    if (isText && /\w \w/.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}
