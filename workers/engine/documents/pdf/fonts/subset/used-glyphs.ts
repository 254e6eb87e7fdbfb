import { isEngineError } from '../../../../api/errors.ts';
import { nameOf, PdfStream, type PdfDict } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import type { CffInfo } from '../cff/cff.ts';
import { programDict, type UsedFont } from './embedded-font.ts';
import { characterOf, charactersOfCode } from './glyph-names.ts';

/**
 * Glyphs of a TrueType program that a composite font shows.
 * @returns undefined when its encoding is not two-byte identity
 */
export async function compositeGlyphs(job: PdfJob, font: UsedFont): Promise<Set<number> | undefined> {
  if (!isIdentity(job, font.dict)) return undefined;
  const map = job.document.resolve(programDict(job, font.dict)?.get('CIDToGIDMap'));
  if (!(map instanceof PdfStream)) return new Set(font.codes);
  const bytes = await glyphMap(job, map);
  if (!bytes) return undefined;
  const glyphs = new Set<number>();
  for (const code of font.codes) {
    if (code * 2 + 1 < bytes.length) glyphs.add(bytes[code * 2]! * 256 + bytes[code * 2 + 1]!);
  }
  return glyphs;
}

/** Two bytes for each of the 65 536 glyphs, and as much again. It is decoded again for each font that has it. */
const MAX_GLYPH_MAP_BYTES = 256 * 1024;

async function glyphMap(job: PdfJob, map: PdfStream): Promise<Uint8Array | undefined> {
  try {
    return (await job.decode(map, { maxBytes: MAX_GLYPH_MAP_BYTES })).bytes;
  } catch (error) {
    if (isEngineError(error) && error.code === 'limit-exceeded') return undefined;
    throw error;
  }
}

/** Glyphs of a bare CFF program that a composite font shows. */
export function cffGlyphs(job: PdfJob, font: UsedFont, cff: CffInfo): Set<number> | undefined {
  if (!isIdentity(job, font.dict)) return undefined;
  const glyphs = new Set<number>();
  for (const code of font.codes) {
    const glyph = cff.isCidKeyed ? cff.glyphOf(code) : code;
    if (glyph !== undefined && glyph < cff.glyphCount) glyphs.add(glyph);
  }
  return glyphs;
}

/** Whether the codes of a composite font are the two bytes of its CIDs. */
export function isIdentity(job: PdfJob, font: PdfDict): boolean {
  const encoding = nameOf(job.document.resolve(font.get('Encoding')));
  return encoding === 'Identity-H' || encoding === 'Identity-V';
}

/**
 * Codes that viewers may look up in the cmap of a TrueType program for what a simple font shows: by every way from its code to a
 * glyph, since they differ in it (ISO 32000-1, 9.6.6.4).
 * @returns undefined when a glyph name is not known, so that a glyph could be missed
 */
export function cmapCodes(job: PdfJob, font: UsedFont): Set<number> | undefined {
  const names = differences(job, font.dict);
  const codes = new Set<number>();
  for (const code of font.codes) {
    const characters = charactersOfCode(code);
    const name = names.get(code);
    if (name !== undefined && name !== '.notdef') {
      const character = characterOf(name);
      if (character === undefined) return undefined;
      characters.push(character);
    }
    // Symbol fonts keep their characters in the private use area.
    for (const character of characters)
      for (const base of [0, 0xf000, 0xf100, 0xf200]) codes.add(base + character);
  }
  return codes;
}

/** Glyph names that a simple font gives for its codes. */
export function differences(job: PdfJob, font: PdfDict): Map<number, string> {
  const names = new Map<number, string>();
  const list = job.document.array(job.document.dict(font.get('Encoding'))?.get('Differences'));
  let code = 0;
  for (const item of list ?? []) {
    const value = job.document.resolve(item);
    if (typeof value === 'number') code = value;
    else names.set(code++, nameOf(value) ?? '');
  }
  return names;
}
