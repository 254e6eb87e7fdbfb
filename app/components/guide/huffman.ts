interface HuffmanEntry {
  readonly symbol: string;
  readonly count: number;
  /** The path in the tree, as zeros and ones. */
  readonly code: string;
}

interface Tree {
  readonly count: number;
  readonly symbol?: string;
  readonly children?: readonly [Tree, Tree];
}

/**
 * The Huffman code of a text, most frequent symbols first. A text of one symbol gets the code `0`.
 * Ties are broken by order of appearance, so the same text always gives the same code.
 * Source: D. A. Huffman, "A Method for the Construction of Minimum-Redundancy Codes", 1952.
 */
export function huffmanCode(text: string): readonly HuffmanEntry[] {
  const counts = new Map<string, number>();
  for (const symbol of text) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  let forest: Tree[] = [...counts].map(([symbol, count]) => ({ symbol, count }));
  while (forest.length > 1) {
    // Stable sort: the two rarest come first.
    forest = forest.sort((a, b) => a.count - b.count);
    const [rarest, next, ...others] = forest as [Tree, Tree, ...Tree[]];
    forest = [...others, { count: rarest.count + next.count, children: [rarest, next] }];
  }
  const [root] = forest;
  return root ? leavesOf(root, '').sort((a, b) => b.count - a.count) : [];
}

/** Bits of the encoded text, without the code table. */
export function encodedBits(entries: readonly HuffmanEntry[]): number {
  return entries.reduce((bits, entry) => bits + entry.count * entry.code.length, 0);
}

function leavesOf(tree: Tree, path: string): HuffmanEntry[] {
  if (tree.children) return tree.children.flatMap((child, bit) => leavesOf(child, `${path}${bit}`));
  return [{ symbol: tree.symbol ?? '', count: tree.count, code: path || '0' }];
}
