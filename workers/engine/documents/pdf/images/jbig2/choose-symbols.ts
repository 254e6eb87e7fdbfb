import { CodeLength } from './code-length.ts';
import { contextCount } from './contexts.ts';
import { ShapeFinder, type Nearest } from './shape-finder.ts';
import { codeRefinement, codeShape, type Shape } from './shape.ts';
import { LIKE_SHARE } from '../../tuning.ts';

/** A shape that a dictionary holds. */
export interface DictionarySymbol {
  readonly shape: Shape;
  /** What its pixels are coded by; undefined where they are coded on their own. */
  readonly base: Match | undefined;
  /** How many symbols must be known before: 0 where it has no base. */
  readonly level: number;
  /** What its pixels take in the dictionary, in bits. */
  readonly bits: number;
}

/** A symbol that looks almost like a shape. */
export type Match = Nearest<DictionarySymbol>;

/** How shapes are drawn by symbols. */
export interface SymbolChoice {
  /** All symbols, in an order in which each comes behind its base; those without a base first. */
  readonly symbols: readonly DictionarySymbol[];
  /** Shapes that are symbols. */
  readonly symbolOf: ReadonlyMap<Shape, DictionarySymbol>;
  /** The symbols that all other shapes are like. */
  readonly matchOf: ReadonlyMap<Shape, Match>;
}

/**
 * Decides which shapes a dictionary holds, and how the others follow from these: shapes found more than once are symbols, and
 * so are those that are like no symbol. Frequent shapes come first, so that the others refine them.
 * @param counts how often each shape was found
 * @returns undefined when comparing them takes too much
 */
export function chooseSymbols(counts: ReadonlyMap<Shape, number>): SymbolChoice | undefined {
  const shapes = [...counts].sort(([, a], [, b]) => b - a);
  const finder = new ShapeFinder<DictionarySymbol>();
  for (const shape of counts.keys()) finder.allow(shape);
  const lengths = new CodeLength(contextCount(0));
  const symbolOf = new Map<Shape, DictionarySymbol>();
  const singles: Shape[] = [];
  for (const [shape, count] of shapes) {
    const match = finder.nearest(shape);
    if (finder.isSpent) return undefined;
    if (match && count === 1 && match.difference <= shape.area * LIKE_SHARE) {
      singles.push(shape);
      continue;
    }
    const base = match && isShorter(lengths, shape, match) ? match : undefined;
    const bits = learn(lengths, shape, base);
    const symbol = { shape, base, level: base ? base.symbol.level + 1 : 0, bits };
    symbolOf.set(shape, symbol);
    finder.add(symbol);
  }
  // Among all symbols there may be a nearer one than among those that came before.
  const matchOf = new Map(singles.map((shape) => [shape, finder.nearest(shape)!]));
  if (finder.isSpent) return undefined;
  return { symbols: inOrder([...symbolOf.values()]), symbolOf, matchOf };
}

function isShorter(lengths: CodeLength, shape: Shape, match: Match): boolean {
  const alone = lengths.lengthOf((coder) => codeShape(coder, shape));
  const refined = lengths.lengthOf((coder) => codeRefinement(coder, shape, match.symbol.shape, match));
  return refined < alone;
}

/** @returns what the shape takes, in bits */
function learn(lengths: CodeLength, shape: Shape, base: Match | undefined): number {
  const before = lengths.bits;
  if (base) codeRefinement(lengths, shape, base.symbol.shape, base);
  else codeShape(lengths, shape);
  return lengths.bits - before;
}

/** By level, so that bases come first; within a level by height and width, whose differences are coded. */
function inOrder(symbols: DictionarySymbol[]): DictionarySymbol[] {
  return symbols.sort(
    (a, b) => a.level - b.level || a.shape.height - b.shape.height || a.shape.width - b.shape.width,
  );
}
