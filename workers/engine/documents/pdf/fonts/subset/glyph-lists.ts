import type { PdfDict } from '../../model/objects.ts';

/**
 * Drops from a font descriptor the optional lists of the glyphs that its program has: once glyphs went they are wrong, which
 * PDF/UA forbids (ISO 14289-1, 7.21.4.2).
 * @returns whether there was one
 */
export function dropGlyphLists(descriptor: PdfDict): boolean {
  return ['CharSet', 'CIDSet'].filter((key) => descriptor.delete(key)).length > 0;
}
