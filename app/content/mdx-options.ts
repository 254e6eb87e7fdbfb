import type { Options } from '@mdx-js/rollup';
import rehypeSlug from 'rehype-slug';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';

/** The parts of a syntax tree that we look at. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** How articles are compiled: tables and front matter of GitHub, ids on headings, `contents` as an export. */
export const mdxOptions: Options = {
  remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm],
  rehypePlugins: [rehypeSlug, rehypeContents],
};

/**
 * Exports `contents`, the second-level headings with their ids, so that the list beside an article is there
 * without JavaScript.
 */
function rehypeContents() {
  return (tree: Node) => {
    const headings = (tree.children ?? []).filter((node) => node.tagName === 'h2');
    const entries = headings.map((node) => ({ id: String(node.properties?.['id']), text: textOf(node) }));
    tree.children?.unshift(exportOf('contents', entries) as unknown as Node);
  };
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

/** `export const name = [...]` as the syntax tree that MDX expects. */
function exportOf(name: string, entries: readonly Readonly<Record<string, string>>[]) {
  const literal = (value: string) => ({ type: 'Literal', value, raw: JSON.stringify(value) });
  const identifier = (value: string) => ({ type: 'Identifier', name: value });
  const init = {
    type: 'ArrayExpression',
    elements: entries.map((entry) => ({
      type: 'ObjectExpression',
      properties: Object.entries(entry).map(([key, value]) => ({
        type: 'Property',
        kind: 'init',
        method: false,
        shorthand: false,
        computed: false,
        key: identifier(key),
        value: literal(value),
      })),
    })),
  };
  const declaration = {
    type: 'VariableDeclaration',
    kind: 'const',
    declarations: [{ type: 'VariableDeclarator', id: identifier(name), init }],
  };
  const statement = { type: 'ExportNamedDeclaration', specifiers: [], source: null, declaration };
  return {
    type: 'mdxjsEsm',
    value: '',
    data: { estree: { type: 'Program', sourceType: 'module', body: [statement] } },
  };
}
