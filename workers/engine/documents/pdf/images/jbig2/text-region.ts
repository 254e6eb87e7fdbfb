import { concatBytes } from '../../../../base/bytes.ts';
import type { BitCoder } from './bit-coder.ts';
import type { Bitmap } from './bitmap.ts';
import type { DictionarySymbol, Match } from './choose-symbols.ts';
import { codeId, codeNumber, contextCount, idBitsFor } from './contexts.ts';
import { MqEncoder } from './mq-encoder.ts';
import { be16, be32, regionHead } from './segments.ts';
import { codeRefinement, type Shape } from './shape.ts';
import { REFINEMENT_PLACES } from './symbol-dictionary.ts';

/** A mark as a text region draws it. */
export interface Instance {
  readonly x: number;
  /** Its lowest row. */
  readonly bottom: number;
  readonly symbol: DictionarySymbol;
  /** The shape where it is not the symbol's, and where the symbol lies in it. */
  readonly refined: Refined | undefined;
}

interface Refined {
  readonly shape: Shape;
  readonly match: Match;
}

/** Flag of a text region that refines symbols; strips of one row, lower left corners (T.88, 7.4.3.1.1). */
const REFINES = 2;

/**
 * The data of a text region that covers its page (T.88, 6.4 and 7.4.3): symbols placed by their lower left corners, row by row
 * and in each from left to right. Strips of several rows took 2 to 15 % more wherever they were tried.
 * @param ids numbers of all symbols that it may name
 */
export function textRegion(
  page: Bitmap,
  instances: readonly Instance[],
  ids: ReadonlyMap<DictionarySymbol, number>,
): Uint8Array {
  const idBits = idBitsFor(ids.size);
  const refines = instances.some(({ refined }) => refined);
  const coder = new MqEncoder(contextCount(idBits));
  codeNumber(coder, 'deltaRow', 0);
  let last = { bottom: 0, firstX: 0 };
  for (const [bottom, row] of rowsOf(instances)) {
    codeNumber(coder, 'deltaRow', bottom - last.bottom);
    let end: number | undefined;
    for (const { x, symbol, refined } of row) {
      if (end === undefined) codeNumber(coder, 'firstX', x - last.firstX);
      else codeNumber(coder, 'deltaX', x - end);
      codeId(coder, ids.get(symbol)!, idBits);
      if (refines) codeNumber(coder, 'isRefined', refined ? 1 : 0);
      if (refined) codeRefined(coder, refined);
      end = x + (refined?.shape ?? symbol.shape).width - 1;
    }
    codeNumber(coder, 'deltaX', 'end');
    last = { bottom, firstX: row[0]!.x };
  }
  const head = [
    ...be16(refines ? REFINES : 0),
    ...(refines ? REFINEMENT_PLACES : []),
    ...be32(instances.length),
  ];
  return concatBytes([regionHead(page), Uint8Array.from(head), coder.finish()]);
}

/** Instances by their lowest rows, from top to bottom, each row from left to right. */
function rowsOf(instances: readonly Instance[]): [bottom: number, row: Instance[]][] {
  const rows = new Map<number, Instance[]>();
  for (const instance of instances) {
    const row = rows.get(instance.bottom);
    if (row) row.push(instance);
    else rows.set(instance.bottom, [instance]);
  }
  for (const row of rows.values()) row.sort((a, b) => a.x - b.x);
  return [...rows].sort(([a], [b]) => a - b);
}

function codeRefined(coder: BitCoder, { shape, match }: Refined): void {
  const base = match.symbol.shape;
  const width = shape.width - base.width;
  const height = shape.height - base.height;
  codeNumber(coder, 'refinedWidth', width);
  codeNumber(coder, 'refinedHeight', height);
  // The standard lays a symbol in the middle of a larger shape.
  codeNumber(coder, 'refinedX', match.dx - (width >> 1));
  codeNumber(coder, 'refinedY', match.dy - (height >> 1));
  codeRefinement(coder, shape, base, match);
}
