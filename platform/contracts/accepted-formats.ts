import { OUTPUT_KINDS, PICTURE_KINDS, RESULT_INFO, type OutputKind } from '#engine/api/kinds.ts';

/** What every program that takes "any picture" can show. */
const UNIVERSAL: readonly OutputKind[] = ['jpeg', 'png'];

/**
 * The kinds of picture in a list of names, or in the header Accept. A wildcard alone is all that the page takes; beside named types it
 * adds those that every program can show. Types of other pictures, and those with a weight of 0, are passed over.
 * @returns in their own order, each once; null where none is named
 * Source: RFC 9110, section 12.5.1.
 */
export function parseAccepted(text: string): readonly OutputKind[] | null {
  const items = text.split(',').map((item) => item.trim().toLowerCase());
  const taken = items
    .filter((item) => !/;\s*q=0(\.0*)?\s*$/.test(item))
    .map((item) => item.split(';', 1)[0]!.trim());
  const named = taken.filter((name) => name !== '').flatMap(pictureKindsOf);
  const isAny = taken.some((name) => name === '*/*' || name === 'image/*');
  const all = isAny ? (named.length === 0 ? PICTURE_KINDS : [...named, ...UNIVERSAL]) : named;
  return all.length === 0
    ? null
    : OUTPUT_KINDS.filter((kind) => (all as readonly OutputKind[]).includes(kind));
}

function pictureKindsOf(name: string): readonly OutputKind[] {
  return OUTPUT_KINDS.filter((kind) => kind === name || RESULT_INFO[kind].mimeTypes.includes(name));
}
