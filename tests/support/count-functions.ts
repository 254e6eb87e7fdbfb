/** A node of ESTree, as Vite parses. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export interface CountedLines {
  /** The code, in which each function begins by writing 1 to its place in `__ran`. */
  readonly code: string;
  /** Numbers of the module itself and of its functions: from the first to before the end. */
  readonly firstId: number;
  readonly endId: number;
  /** By line on which a statement starts: the functions whose statements they are. */
  readonly lines: ReadonlyMap<number, readonly number[]>;
}

const STATEMENT = /^(?!Block|Empty).*Statement$|^VariableDeclaration$/;

/**
 * Lets each function of a module note that it ran.
 * @param code JavaScript
 * @param tree what it parses to
 * @param firstId the number of the module itself; its functions have the next ones in the order of their text
 * @param lineOf where a line and column of the code, both from 0, come from
 */
export function countFunctions(
  code: string,
  tree: SyntaxNode,
  firstId: number,
  lineOf: (line: number, column: number) => number,
): CountedLines {
  const inserts: (readonly [at: number, text: string])[] = [];
  const lines = new Map<number, number[]>();
  const lineAt = positions(code);
  let endId = firstId;

  const count = (at: number, id: number) => {
    const line = lineOf(...lineAt(at));
    lines.set(line, [...(lines.get(line) ?? []), id]);
  };

  const enter = (node: SyntaxNode): number => {
    const id = endId++;
    const body = node['body'] as SyntaxNode;
    if (body.type === 'BlockStatement') inserts.push([body.start + 1, `__ran[${id}]=1;`]);
    else {
      inserts.push([body.start, `(__ran[${id}]=1,`], [body.end, ')']);
      count(body.start, id);
    }
    return id;
  };

  const walk = (node: SyntaxNode, within: number): void => {
    if (STATEMENT.test(node.type)) count(node.start, within);
    const id = /Function/.test(node.type) ? enter(node) : within;
    for (const child of childrenOf(node)) walk(child, id);
  };

  inserts.push([code.length, `\n__ran[${endId++}]=1;`]);
  walk(tree, firstId);
  return { code: withInserts(code, inserts), firstId, endId, lines };
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function withInserts(code: string, inserts: readonly (readonly [at: number, text: string])[]): string {
  let [result, from] = ['', 0];
  for (const [at, text] of inserts.toSorted(([a], [b]) => a - b)) {
    result += code.slice(from, at) + text;
    from = at;
  }
  return result + code.slice(from);
}

/** Line and column, both from 0, of a place in a text. */
function positions(code: string): (at: number) => [line: number, column: number] {
  const starts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (at) => {
    const line = starts.findLastIndex((start) => start <= at);
    return [line, at - (starts[line] ?? 0)];
  };
}
