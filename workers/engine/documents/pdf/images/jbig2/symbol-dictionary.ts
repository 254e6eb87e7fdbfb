import { concatBytes } from '../../../../base/bytes.ts';
import type { DictionarySymbol } from './choose-symbols.ts';
import { codeId, codeNumber, contextCount, idBitsFor } from './contexts.ts';
import { MqEncoder } from './mq-encoder.ts';
import { be16, be32 } from './segments.ts';
import { codeRefinement, codeShape } from './shape.ts';

/** Flag of a dictionary whose symbols are all coded by others (T.88, 7.4.2.1.1). */
const REFINES = 2;
/** Adaptive pixels of template 0 where they usually are: of bitmaps, and of refinements. */
const BITMAP_PLACES = [3, -1, -3, -1, 2, -2, -2, -2];
export const REFINEMENT_PLACES = [-1, -1, -1, -1];

/**
 * The data of a symbol dictionary (T.88, 6.5 and 7.4.2), all of whose symbols have a base, or none.
 * @param symbols by height wherever possible: each change of height is coded
 * @param ids numbers of all symbols, those of earlier dictionaries from 0
 */
export function symbolDictionary(
  symbols: readonly DictionarySymbol[],
  ids: ReadonlyMap<DictionarySymbol, number>,
): Uint8Array {
  const imported = ids.get(symbols[0]!)!;
  const refines = symbols[0]!.base !== undefined;
  const idBits = idBitsFor(imported + symbols.length);
  const coder = new MqEncoder(contextCount(idBits));
  let height = 0;
  let width = 0;
  for (const [index, { shape, base }] of symbols.entries()) {
    if (index === 0 || shape.height !== height) {
      if (index > 0) codeNumber(coder, 'deltaWidth', 'end');
      codeNumber(coder, 'deltaHeight', shape.height - height);
      [height, width] = [shape.height, 0];
    }
    codeNumber(coder, 'deltaWidth', shape.width - width);
    width = shape.width;
    if (!base) {
      codeShape(coder, shape);
      continue;
    }
    codeNumber(coder, 'parts', 1);
    codeId(coder, ids.get(base.symbol)!, idBits);
    codeNumber(coder, 'refinedX', base.dx);
    codeNumber(coder, 'refinedY', base.dy);
    codeRefinement(coder, shape, base.symbol.shape, base);
  }
  codeNumber(coder, 'deltaWidth', 'end');
  // Exports all of its own symbols and none of earlier dictionaries: a region that uses both names both dictionaries.
  codeNumber(coder, 'exported', imported);
  codeNumber(coder, 'exported', symbols.length);
  const places = refines ? [...BITMAP_PLACES, ...REFINEMENT_PLACES] : BITMAP_PLACES;
  const head = [...be16(refines ? REFINES : 0), ...places, ...be32(symbols.length), ...be32(symbols.length)];
  return concatBytes([Uint8Array.from(head), coder.finish()]);
}
