import { isEngineError } from '../../errors.ts';
import type { Usage } from '../content/usage.ts';
import type { Edits } from '../model/edits.ts';
import { nameOf, PdfName, PdfStream } from '../model/objects.ts';
import type { PdfJob } from '../pdf-job.ts';
import { readCff, wrapCff } from './cff.ts';
import { knownFonts, type EmbeddedFont } from './embedded-font.ts';
import { readCmap, sfntTables } from './sfnt.ts';
import { cffGlyphs, compositeGlyphs, simpleGlyphs } from './used-glyphs.ts';

/** One font program made smaller; each can be taken back on its own. */
export interface FontEdit {
  readonly edits: Edits;
  readonly pages: ReadonlySet<number>;
  readonly savedBytes: number;
}

/** A result must save this much to be worth a change. */
const WORTH_RATIO = 0.95;
const MIN_FONT_BYTES = 1500;

/** Cuts embedded fonts down to what is shown. The document does not change. */
export async function planFonts(job: PdfJob, usage: Usage): Promise<FontEdit[]> {
  const plans: FontEdit[] = [];
  for (const font of knownFonts(job, usage)) {
    job.context.signal.throwIfAborted();
    const stream = job.document.objects.get(font.fileNum);
    if (!(stream instanceof PdfStream) || stream.data.length < MIN_FONT_BYTES) continue;
    try {
      const edit = await planFont(job, font, stream);
      if (edit) plans.push(edit);
    } catch (error) {
      // A font that cannot be read stays as it is; viewers may still make something of it.
      if (!isEngineError(error) || error.code === 'limit-exceeded') throw error;
      job.context.report.skipped('font-unreadable', 'A font could not be read and was kept as it is.');
    }
  }
  return plans;
}

async function planFont(job: PdfJob, font: EmbeddedFont, stream: PdfStream): Promise<FontEdit | undefined> {
  const { bytes } = await job.decode(stream, { strict: true });
  const smaller =
    font.key === 'FontFile2' ? await cutTrueType(job, font, bytes) : await cutCff(job, font, stream, bytes);
  if (!smaller) return undefined;
  const { deflate } = job.context.codecs;
  const level = smaller.length > 300_000 ? 9 : 12;
  const data = await deflate.deflate(smaller, { format: 'zlib', level });
  if (data.length > stream.data.length * WORTH_RATIO) return undefined;
  const dict = stream.dict.clone();
  dict.set('Filter', PdfName.of('FlateDecode'));
  dict.delete('DecodeParms');
  if (font.key === 'FontFile2') dict.set('Length1', smaller.length);
  const edits: Edits = new Map([[font.fileNum, new PdfStream(dict, data)]]);
  const pages = new Set(font.users.flatMap((user) => [...user.pages]));
  return { edits, pages, savedBytes: stream.data.length - data.length };
}

async function cutTrueType(
  job: PdfJob,
  font: EmbeddedFont,
  bytes: Uint8Array,
): Promise<Uint8Array | undefined> {
  const tables = sfntTables(bytes);
  if (!tables.has('glyf') || !tables.has('loca')) return undefined;
  const cmapTable = tables.get('cmap');
  const glyphs = new Set<number>();
  let hasSimple = false;
  for (const user of font.users) {
    const isComposite = nameOf(job.document.resolve(user.dict.get('Subtype'))) === 'Type0';
    hasSimple ||= !isComposite;
    const cmap = cmapTable ? readCmap(cmapTable) : [];
    const shown = isComposite ? await compositeGlyphs(job, user) : cmap && simpleGlyphs(job, user, cmap);
    if (!shown) return undefined;
    for (const glyph of shown) glyphs.add(glyph);
  }
  // Simple fonts find their glyphs through these two.
  return job.context.codecs.fonts.subset(bytes, glyphs, hasSimple ? ['cmap', 'post'] : []);
}

async function cutCff(
  job: PdfJob,
  font: EmbeddedFont,
  stream: PdfStream,
  bytes: Uint8Array,
): Promise<Uint8Array | undefined> {
  if (nameOf(job.document.resolve(stream.dict.get('Subtype'))) !== 'CIDFontType0C') return undefined;
  const cff = readCff(bytes);
  if (!cff) return undefined;
  const glyphs = new Set<number>();
  for (const user of font.users) {
    const shown = cffGlyphs(job, user, cff);
    if (!shown) return undefined;
    for (const glyph of shown) glyphs.add(glyph);
  }
  const wrapped = await job.context.codecs.fonts.subset(wrapCff(bytes, cff.glyphCount), glyphs, []);
  return sfntTables(wrapped).get('CFF ');
}
