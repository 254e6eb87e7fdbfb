import type { Bitmap } from './bitmap.ts';
import { chooseSymbols, type DictionarySymbol, type SymbolChoice } from './choose-symbols.ts';
import { genericRegion } from './generic-region.ts';
import { ShapeTable, takeMarks, type Mark } from './marks.ts';
import { pageInformationSegment, SEGMENT, writeSegments, type Segment } from './segments.ts';
import { symbolDictionary } from './symbol-dictionary.ts';
import { textRegion, type Instance } from './text-region.ts';

/** A bitmap as JBIG2 in the embedded form that PDF's JBIG2Decode expects (ITU-T T.88), row by row without symbols. */
export function encodePlain(bitmap: Bitmap): Uint8Array {
  const segments = [pageInformationSegment(bitmap), genericSegment(bitmap)];
  return writeSegments(segments, { firstNumber: 0, page: 1, dictionaries: [] });
}

function genericSegment(bitmap: Bitmap): Segment {
  return { type: SEGMENT.genericRegion, data: genericRegion(bitmap) };
}

/** Bitmaps as JBIG2 with symbols. */
export interface WithSymbols {
  /** The symbols that pages name: data of JBIG2Globals; empty where a single page holds its own. */
  readonly symbols: Uint8Array;
  /** In the order of the bitmaps. */
  readonly pages: readonly Uint8Array[];
  /** What the symbols take that each page names, in bytes; those that several pages name count in parts. */
  readonly shares: readonly number[];
}

/**
 * Bitmaps as text: what comes again stands in a dictionary once, and every mark names a symbol, with the pixels in which it
 * differs. What is too large for a symbol is coded row by row. As `encodePlain`, it loses nothing.
 * @returns undefined where little comes again, as in dithered pictures
 */
export function encodeWithSymbols(bitmaps: readonly Bitmap[]): WithSymbols | undefined {
  const shapes = new ShapeTable();
  const pages = bitmaps.map((bitmap) => ({ bitmap, ...takeMarks(bitmap, shapes) }));
  const choice = chooseSymbols(shapes.counts);
  if (!choice || choice.symbols.length < 2) return undefined;
  const ids = new Map(choice.symbols.map((symbol, id) => [symbol, id]));
  const dictionaries = dictionariesOf(choice.symbols, ids);
  const instances = pages.map(({ marks }) => marks.map((mark) => instanceOf(mark, choice)));
  const regions = pages.map((page, index) => regionsOf(page, instances[index]!, ids));
  const shares = sharesOf(instances);
  if (bitmaps.length === 1) {
    const segments = [pageInformationSegment(bitmaps[0]!), ...dictionaries, ...regions[0]!];
    const page = writeSegments(segments, { firstNumber: 0, page: 1, dictionaries: [] });
    return { symbols: new Uint8Array(), pages: [page], shares: [0] };
  }
  const numbers = dictionaries.map((_, number) => number);
  const place = { firstNumber: numbers.length, page: 1, dictionaries: numbers } as const;
  return {
    symbols: writeSegments(dictionaries, { firstNumber: 0, page: 0, dictionaries: [] }),
    pages: pages.map(({ bitmap }, index) =>
      writeSegments([pageInformationSegment(bitmap), ...regions[index]!], place),
    ),
    shares,
  };
}

interface Page {
  readonly bitmap: Bitmap;
  readonly marks: readonly Mark[];
  readonly rest: Bitmap;
}

/** Symbols without a base come in a dictionary, those with one in a second. */
function dictionariesOf(
  symbols: readonly DictionarySymbol[],
  ids: ReadonlyMap<DictionarySymbol, number>,
): Segment[] {
  const parts = [symbols.filter(({ base }) => !base), symbols.filter(({ base }) => base)];
  return parts
    .filter((part) => part.length > 0)
    .map((part) => ({ type: SEGMENT.symbolDictionary, data: symbolDictionary(part, ids) }));
}

function regionsOf(
  { bitmap, rest }: Page,
  instances: readonly Instance[],
  ids: ReadonlyMap<DictionarySymbol, number>,
): Segment[] {
  const regions: Segment[] = [];
  if (instances.length > 0)
    regions.push({ type: SEGMENT.textRegion, data: textRegion(bitmap, instances, ids) });
  if (rest.data.some((byte) => byte !== 0)) regions.push(genericSegment(rest));
  return regions;
}

function sharesOf(pages: readonly (readonly Instance[])[]): number[] {
  const named = pages.map((instances) => new Set(instances.map(({ symbol }) => symbol)));
  const users = new Map<DictionarySymbol, number>();
  for (const symbols of named) for (const symbol of symbols) users.set(symbol, (users.get(symbol) ?? 0) + 1);
  return named.map((symbols) =>
    [...symbols].reduce((sum, symbol) => sum + symbol.bits / 8 / users.get(symbol)!, 0),
  );
}

function instanceOf({ x, y, shape }: Mark, { symbolOf, matchOf }: SymbolChoice): Instance {
  const bottom = y + shape.height - 1;
  const symbol = symbolOf.get(shape);
  if (symbol) return { x, bottom, symbol, refined: undefined };
  const match = matchOf.get(shape)!;
  return { x, bottom, symbol: match.symbol, refined: { shape, match } };
}
