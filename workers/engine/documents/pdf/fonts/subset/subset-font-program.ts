import type { SkipCode } from '../../../../api/report/report-codes.ts';
import { nameOf, type PdfStream } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import { readCff, wrapCff, type CffInfo } from '../cff/cff.ts';
import type { EmbeddedFont, UsedFont } from './embedded-font.ts';
import { subsetNamedCff, readNamedCff } from '../cff/named-cff.ts';
import { readCmap, writeCmap, type CmapSubtable } from '../sfnt/cmap.ts';
import { sfntTables, withoutUnviewedTables, withTable } from '../sfnt/sfnt.ts';
import { readType1 } from '../type1/type1-program.ts';
import { type1ToCff } from '../type1/type1-to-cff.ts';
import { cffGlyphs, cmapCodes, compositeGlyphs } from './used-glyphs.ts';
import { usedNames, type NamedProgram } from './used-names.ts';

/** A font program made smaller. */
export interface SmallerProgram {
  readonly bytes: Uint8Array;
  /** Subtype that its stream must have as a FontFile3; undefined where it stays what it was. */
  readonly subtype?: 'Type1C' | 'CIDFontType0C' | 'OpenType';
}

/** Why a font is left as it is. */
export interface SkippedFont {
  readonly skip: SkipCode;
}

/**
 * Subsets a font program to what its users show. A Type 1 program becomes CFF, with all its glyphs where not all uses
 * are known.
 * @param bytes the unpacked program
 * @returns undefined when it is better left alone
 * @throws EngineError "damaged" when it cannot be read
 */
export async function subsetFontProgram(
  job: PdfJob,
  font: EmbeddedFont,
  stream: PdfStream,
  bytes: Uint8Array,
): Promise<SmallerProgram | SkippedFont | undefined> {
  if (font.key === 'FontFile') return convertType1(job, font, bytes);
  if (font.key === 'FontFile2') return (await subsetTrueType(job, font, bytes)) ?? trimTrueType(bytes);
  if (!font.isFullyKnown) return undefined;
  const subtype = nameOf(job.document.resolve(stream.dict.get('Subtype')));
  if (subtype === 'CIDFontType0C' || (subtype === 'Type1C' && areOf(job, font, 'Type0')))
    return subsetCompositeCff(job, font, bytes, subtype);
  if (subtype === 'Type1C') return subsetSimpleCff(job, font, bytes);
  return subtype === 'OpenType' ? subsetOpenType(job, font, bytes) : undefined;
}

async function subsetTrueType(
  job: PdfJob,
  font: EmbeddedFont,
  bytes: Uint8Array,
): Promise<SmallerProgram | undefined> {
  if (!font.isFullyKnown) return undefined;
  const tables = sfntTables(bytes);
  if (!tables.has('glyf') || !tables.has('loca')) return undefined;
  const cmap = tables.has('cmap') ? readCmap(tables.get('cmap')!) : [];
  const shown = await shownOf(job, font, cmap);
  if (!shown) return undefined;
  const hasLookups = shown.codes.size > 0;
  const subset = await job.context.codecs.fonts.subset(bytes, shown.glyphs, hasLookups ? ['cmap'] : []);
  const cut = hasLookups ? writeCmap(cmap!, shown.codes) : undefined;
  const isNoLonger = cut !== undefined && cut.length <= (tables.get('cmap')?.length ?? 0);
  return { bytes: isNoLonger ? withTable(subset, 'cmap', cut) : subset };
}

/**
 * Glyphs of a TrueType program that are shown, and codes that simple fonts look up for them in its cmap.
 * @param cmap undefined when it cannot be read
 * @returns undefined when a glyph could be missed
 */
async function shownOf(
  job: PdfJob,
  font: EmbeddedFont,
  cmap: readonly CmapSubtable[] | undefined,
): Promise<{ readonly glyphs: Set<number>; readonly codes: Set<number> } | undefined> {
  const glyphs = new Set<number>();
  const codes = new Set<number>();
  for (const user of font.users) {
    const isSimple = subtypeOf(job, user) !== 'Type0';
    const shown = isSimple ? cmap && cmapCodes(job, user) : await compositeGlyphs(job, user);
    if (!shown) return undefined;
    for (const each of shown) (isSimple ? codes : glyphs).add(each);
    // Where a font has no cmap of use, some viewers take the code for the glyph.
    if (isSimple && cmap?.length === 0) for (const code of user.codes) glyphs.add(code);
  }
  for (const { glyphOf } of cmap ?? []) for (const code of codes) glyphs.add(glyphOf(code));
  return { glyphs, codes };
}

/** What can be done where it is not known which glyphs are shown, as in fonts of forms or of PDF/A. */
function trimTrueType(bytes: Uint8Array): SmallerProgram | undefined {
  const trimmed = withoutUnviewedTables(bytes);
  return trimmed && { bytes: trimmed };
}

/** @param subtype of a program that is not CID-keyed "Type1C": composite fonts show its glyphs by their numbers */
async function subsetCompositeCff(
  job: PdfJob,
  font: EmbeddedFont,
  bytes: Uint8Array,
  subtype: 'CIDFontType0C' | 'Type1C',
): Promise<SmallerProgram | undefined> {
  if (!areOf(job, font, 'Type0')) return undefined;
  const cff = readCff(bytes);
  const glyphs = cff && compositeCffGlyphs(job, font, cff);
  if (!glyphs) return undefined;
  const wrapped = await job.context.codecs.fonts.subset(wrapCff(bytes, cff.glyphCount), glyphs, []);
  const table = sfntTables(wrapped).get('CFF ');
  return table && { bytes: table, subtype };
}

/** @returns undefined when a user's encoding is not two-byte identity */
function compositeCffGlyphs(job: PdfJob, font: EmbeddedFont, cff: CffInfo): Set<number> | undefined {
  const glyphs = new Set<number>();
  for (const user of font.users) {
    const shown = cffGlyphs(job, user, cff);
    if (!shown) return undefined;
    for (const glyph of shown) glyphs.add(glyph);
  }
  return glyphs;
}

/** An OpenType font with CFF outlines stays one: as bare CFF some viewers would hint it differently. */
async function subsetOpenType(
  job: PdfJob,
  font: EmbeddedFont,
  bytes: Uint8Array,
): Promise<SmallerProgram | undefined> {
  const table = sfntTables(bytes).get('CFF ');
  if (!table) return undefined;
  const cff = areOf(job, font, 'Type0') ? readCff(table) : undefined;
  const glyphs = cff ? compositeCffGlyphs(job, font, cff) : simpleCffGlyphs(job, font, table);
  if (!glyphs) return undefined;
  return { bytes: await job.context.codecs.fonts.subset(bytes, glyphs, ['cmap']), subtype: 'OpenType' };
}

/** Numbers of the glyphs that simple fonts show by name. */
function simpleCffGlyphs(job: PdfJob, font: EmbeddedFont, cff: Uint8Array): number[] | undefined {
  const program = readNamedCff(cff);
  if (!program || !areOf(job, font, 'Type1')) return undefined;
  const used = namesOfAll(job, font, { names: new Set(program.names), encoding: program.encoding });
  return program.names.flatMap((name, glyph) => (used === 'all' || used.has(name) ? [glyph] : []));
}

function subsetSimpleCff(job: PdfJob, font: EmbeddedFont, bytes: Uint8Array): SmallerProgram | undefined {
  const program = readNamedCff(bytes);
  if (!program || !areOf(job, font, 'Type1')) return undefined;
  const names = new Set(program.names);
  const used = namesOfAll(job, font, { names, encoding: program.encoding });
  const subset = subsetNamedCff(program, used === 'all' ? names : used, job.charstrings);
  return subset && { bytes: subset, subtype: 'Type1C' };
}

function convertType1(
  job: PdfJob,
  font: EmbeddedFont,
  bytes: Uint8Array,
): SmallerProgram | SkippedFont | undefined {
  if (!font.descriptors || !areOf(job, font, 'Type1')) return undefined;
  const program = readType1(bytes);
  const names = program && new Set(program.glyphs.keys());
  const used = names && namesOfAll(job, font, { names, encoding: program.encoding });
  const cff = program && type1ToCff(program, program.name, used ?? 'all', job.charstrings);
  return cff ? { bytes: cff, subtype: 'Type1C' } : { skip: 'type1-kept' };
}

function namesOfAll(job: PdfJob, font: EmbeddedFont, program: NamedProgram): Set<string> | 'all' {
  if (!font.isFullyKnown) return 'all';
  const all = new Set<string>();
  for (const user of font.users) {
    const used = usedNames(job, user, program);
    if (used === 'all') return 'all';
    for (const name of used) all.add(name);
  }
  return all;
}

function areOf(job: PdfJob, font: EmbeddedFont, subtype: 'Type0' | 'Type1'): boolean {
  return font.users.every((user) => subtypeOf(job, user) === subtype);
}

function subtypeOf(job: PdfJob, font: UsedFont): string | undefined {
  return nameOf(job.document.resolve(font.dict.get('Subtype')));
}
