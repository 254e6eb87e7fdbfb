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
  rehypePlugins: [rehypeSlug, rehypeContents, rehypeWideTables, rehypeUnbrokenUnits],
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

/** Columns that fit on a phone, and the letters of a cell that are too many where there are three. */
const COLUMNS_ON_A_PHONE = 3;
const LONG_CELL = 40;
const TABLE_ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
};

/** Tables too wide for a phone say so and repeat the heads on their cells; prose.css shows them there as lists. */
function rehypeWideTables() {
  return (tree: Node) => {
    for (const table of elementsOf(tree, 'table')) {
      const heads = elementsOf(table, 'th').map(textOf);
      const isLong = elementsOf(table, 'td').some((cell) => textOf(cell).length > LONG_CELL);
      if (heads.length < COLUMNS_ON_A_PHONE || (heads.length === COLUMNS_ON_A_PHONE && !isLong)) continue;
      table.properties = { ...table.properties, 'data-wide': '' };
      for (const row of elementsOf(table, 'tr')) {
        for (const [index, cell] of elementsOf(row, 'td').entries())
          cell.properties = { ...cell.properties, 'data-label': heads[index] };
      }
      // Shown as anything but a table, it would no longer be one for screen readers.
      for (const [name, role] of Object.entries(TABLE_ROLES))
        for (const node of elementsOf(table, name)) node.properties = { ...node.properties, role };
    }
  };
}

const NUMBER_AND_UNIT =
  /(\d) (?=(?:KB|MB|GB|DPI|ppi|MP|px|ms|s|mm|min|Mbit\/s|kbit\/s|percent|seconds|minutes|hours)\b)/g;

/** A number and its unit stay on one line. */
function rehypeUnbrokenUnits() {
  const join = (node: Node): void => {
    if (node.tagName === 'code' || node.tagName === 'pre') return;
    if (node.type === 'text' && node.value) node.value = node.value.replace(NUMBER_AND_UNIT, '$1\u00a0');
    for (const child of node.children ?? []) join(child);
  };
  return join;
}

function elementsOf(node: Node, name: string): Node[] {
  const inside = (node.children ?? []).flatMap((child) => elementsOf(child, name));
  return node.tagName === name ? [node, ...inside] : inside;
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
