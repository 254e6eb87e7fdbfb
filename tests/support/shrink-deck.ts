import type { CompressionReport, CompressOptions } from '#engine/index.ts';
import { buildDeck, imageRelationship, pictureShape, type DeckSpec } from '#tests/fixtures/pptx-deck.ts';
import { readDeck, type DeckContents } from '#tests/fixtures/read-deck.ts';
import { run } from './engine-run.ts';

/** A deck made smaller, opened again. */
export interface ShrunkDeck extends DeckContents {
  readonly bytes: Uint8Array;
  readonly source: Uint8Array;
  readonly report: CompressionReport;
}

/** Builds a deck, compresses it with time enough for every search, and opens the result. */
export async function shrink(spec: DeckSpec, options: Partial<CompressOptions> = {}): Promise<ShrunkDeck> {
  const source = buildDeck(spec);
  const { bytes, report } = await run(source, { budgetMs: 600_000, ...options });
  return { ...(await readDeck(bytes)), bytes, source, report };
}

/** One slide that shows each picture five inches wide. */
export function pictureDeck(
  pictures: Readonly<Record<string, Uint8Array>>,
  spec: Partial<DeckSpec> = {},
): DeckSpec {
  const names = Object.keys(pictures);
  const shapes = names.map((_, index) =>
    pictureShape({ rId: `rId${index + 2}`, width: 5, height: 3.75, id: index + 10 }),
  );
  return {
    slides: [
      {
        shapes: shapes.join(''),
        relationships: names.map((name, index) => imageRelationship(`rId${index + 2}`, name)),
      },
    ],
    parts: {
      ...Object.fromEntries(names.map((name) => [`ppt/media/${name}`, pictures[name]!])),
      ...spec.parts,
    },
    ...Object.fromEntries(Object.entries(spec).filter(([key]) => key !== 'parts')),
  };
}

/** Bytes that do not pack, always the same. */
export const noise = (length: number, seed = 7): Uint8Array => {
  let state = seed;
  return Uint8Array.from(
    { length },
    () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) >> 16,
  );
};
