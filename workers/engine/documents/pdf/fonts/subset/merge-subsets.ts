import { latin1 } from '../../../../base/bytes.ts';
import type { Edits } from '../../model/edits.ts';
import { nameOf, PdfRef, PdfStream } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import type { EmbeddedFont } from './embedded-font.ts';
import type { Saving } from '../../model/edits.ts';
import { dropGlyphLists } from './glyph-lists.ts';
import { packedProgram } from './packed-program.ts';
import {
  areCompatible,
  readOutlines,
  mergeOutlines,
  writeOutlines,
  type OutlineFont,
} from './merge-outlines.ts';
import { compositeGlyphs } from './used-glyphs.ts';
import { MAX_PROGRAMS_OF_NAME, MAX_SUBSET_GLYPHS } from '../../tuning.ts';

interface Subset {
  readonly font: EmbeddedFont;
  readonly stream: PdfStream;
  readonly outlines: OutlineFont;
}

interface MergedFont {
  readonly subsets: Subset[];
  outlines: OutlineFont;
}

/**
 * Makes one font of several subsets of the same font, as merged documents hold them: TrueType programs that composite
 * fonts show by glyph number, of one name, with the same hinting programs, and with equal outlines for every glyph that two
 * of them have.
 * @param single what was planned for each program alone, by its object number
 * @returns plans that replace those of the programs they name
 */
export async function planMerges(
  job: PdfJob,
  fonts: readonly EmbeddedFont[],
  single: ReadonlyMap<number, Saving>,
): Promise<{ replaces: number[]; edit: Saving }[]> {
  const merges: { replaces: number[]; edit: Saving }[] = [];
  const glyphs = { left: MAX_SUBSET_GLYPHS };
  for (const group of groupsByName(job, fonts)) {
    for (const merged of await mergeCompatible(job, group, glyphs)) {
      job.context.signal.throwIfAborted();
      const edit = await planMerge(job, merged);
      const alone = merged.subsets.reduce(
        (sum, { font }) => sum + (single.get(font.fileNum)?.savedBytes ?? 0),
        0,
      );
      if (edit && edit.savedBytes > alone)
        merges.push({ replaces: merged.subsets.map(({ font }) => font.fileNum), edit });
    }
  }
  return merges;
}

function groupsByName(job: PdfJob, fonts: readonly EmbeddedFont[]): EmbeddedFont[][] {
  const groups = new Map<string, EmbeddedFont[]>();
  for (const font of fonts) {
    const name = font.key === 'FontFile2' && font.isFullyKnown ? nameOfFont(job, font) : undefined;
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(font);
    else groups.set(name, [font]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** The name that all its descriptors give it, without the six letters that mark a subset. */
function nameOfFont(job: PdfJob, font: EmbeddedFont): string | undefined {
  const names = (font.descriptors ?? []).map((num) => {
    const descriptor = job.document.dict(new PdfRef(num));
    return nameOf(job.document.resolve(descriptor?.get('FontName')))?.replace(/^[A-Z]{6}\+/, '');
  });
  return names.every((name) => name === names[0]) ? names[0] : undefined;
}

/** Puts each subset to the first merged that it agrees with. */
async function mergeCompatible(
  job: PdfJob,
  fonts: readonly EmbeddedFont[],
  glyphs: { left: number },
): Promise<MergedFont[]> {
  const byHinting = new Map<string, MergedFont[]>();
  for (const font of fonts) {
    if (glyphs.left <= 0) break;
    const subset = await readSubset(job, font);
    if (!subset) continue;
    glyphs.left -= subset.outlines.glyphs.length;
    const key = hintingOf(subset.outlines);
    const known = byHinting.get(key) ?? [];
    byHinting.set(key, known);
    const fitting = known.find(({ outlines }) => areCompatible(outlines, subset.outlines));
    if (fitting) {
      fitting.subsets.push(subset);
      fitting.outlines = mergeOutlines(fitting.outlines, subset.outlines);
    } else if (known.length < MAX_PROGRAMS_OF_NAME)
      known.push({ subsets: [subset], outlines: subset.outlines });
  }
  return [...byHinting.values()].flat();
}

async function readSubset(job: PdfJob, font: EmbeddedFont): Promise<Subset | undefined> {
  const stream = job.document.objects.get(font.fileNum);
  if (!(stream instanceof PdfStream)) return undefined;
  const glyphs = new Set<number>();
  for (const user of font.users) {
    const isComposite = nameOf(job.document.resolve(user.dict.get('Subtype'))) === 'Type0';
    const shown = isComposite ? await compositeGlyphs(job, user) : undefined;
    if (!shown) return undefined;
    for (const glyph of shown) glyphs.add(glyph);
  }
  return job.orLeave(stream, async () => {
    const outlines = readOutlines((await job.decode(stream, { strict: true })).bytes, glyphs);
    return outlines && { font, stream, outlines };
  });
}

/** What makes glyphs look as they do besides their outlines: the size of the em, and the programs that hint them. */
function hintingOf({ tables }: OutlineFont): string {
  const head = tables.get('head')!;
  const unitsPerEm = head[18]! * 256 + head[19]!;
  const programs = ['cvt ', 'fpgm', 'prep'].map((tag) => latin1(tables.get(tag) ?? new Uint8Array(0)));
  return [unitsPerEm, ...programs].join('|');
}

async function planMerge(job: PdfJob, merged: MergedFont): Promise<Saving | undefined> {
  if (merged.subsets.length < 2) return undefined;
  // The subsetter may refuse it.
  return job.orLeave(merged.subsets[0]!.stream, () => writeMerged(job, merged));
}

async function writeMerged(job: PdfJob, { subsets, outlines }: MergedFont): Promise<Saving> {
  const shown = [...outlines.shown].filter((glyph) => glyph < outlines.glyphs.length);
  const bytes = await job.context.codecs.fonts.subset(writeOutlines(outlines), shown, []);
  const first = subsets[0]!;
  const packed = await packedProgram(job, first.stream, { bytes });
  const edits: Edits = new Map([[first.font.fileNum, packed]]);
  for (const num of subsets.flatMap(({ font }) => font.descriptors ?? [])) {
    const descriptor = job.document.dict(new PdfRef(num))!.clone();
    descriptor.set('FontFile2', new PdfRef(first.font.fileNum));
    dropGlyphLists(descriptor);
    edits.set(num, descriptor);
  }
  const before = subsets.reduce((sum, { stream }) => sum + stream.data.length, 0);
  const pages = new Set(subsets.flatMap(({ font }) => font.users.flatMap((user) => [...user.pages])));
  return { edits, pages, savedBytes: before - packed.data.length };
}
