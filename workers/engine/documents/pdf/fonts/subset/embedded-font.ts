import type { Usage } from '../../content/usage.ts';
import { nameOf, PdfDict, PdfRef, type PdfObject } from '../../model/objects.ts';
import { forEachDict } from '../../model/walk.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';

/** A font dictionary, with what contents show of its program: nothing where they only choose it. */
export interface UsedFont {
  readonly num: number;
  readonly dict: PdfDict;
  readonly codes: ReadonlySet<number>;
  readonly pages: ReadonlySet<number>;
}

/** A font program and all that uses it. */
export interface EmbeddedFont {
  /** Object number of the program's stream. */
  readonly fileNum: number;
  readonly key: 'FontFile' | 'FontFile2' | 'FontFile3';
  readonly users: readonly UsedFont[];
  /**
   * Object numbers of the font descriptors that name the program; undefined when something else names it too, so that
   * it cannot become a program of another kind.
   */
  readonly descriptors: readonly number[] | undefined;
  /**
   * Whether all uses are known. Text of forms may change, and some contents may not have been read: then no glyph may go,
   * and the users' codes and pages are not all there are.
   */
  readonly isFullyKnown: boolean;
}

const FILE_KEYS = ['FontFile', 'FontFile2', 'FontFile3'] as const;

/** A font, and whether all its uses are known. */
export interface KnownFont extends UsedFont {
  readonly isFullyKnown: boolean;
}

/**
 * Fonts that show text by themselves. Every use of one is known when it is reached through resources of walked contents alone, and
 * no content was beyond reading; those of PDF/A and PDF/E documents count as not known.
 */
export function knownFonts(job: PdfJob, usage: Usage): KnownFont[] {
  const keepsAll = usage.isIncomplete || usage.hasUnknownFont || job.claims.rules.isArchive;
  const uncertain = uncertainFonts(job, usage);
  return [...job.document.objects].flatMap(([num, dict]) => {
    if (!(dict instanceof PdfDict) || !isFont(job, dict)) return [];
    const isFullyKnown = !keepsAll && !uncertain.has(num);
    return [{ num, dict, ...(usage.fonts.get(num) ?? NO_USE), isFullyKnown }];
  });
}

/** Font programs of fonts: every use of one is known when those of all that name it are. */
export function usedPrograms(job: PdfJob, fonts: readonly KnownFont[]): EmbeddedFont[] {
  const files = new Map<number, { key: EmbeddedFont['key']; users: KnownFont[]; descriptors: Set<number> }>();
  for (const font of fonts) {
    const descriptorRef = programDict(job, font.dict)?.get('FontDescriptor');
    const descriptor = job.document.dict(descriptorRef);
    for (const key of FILE_KEYS) {
      const ref = descriptor?.get(key);
      if (!(ref instanceof PdfRef)) continue;
      const file = files.get(ref.num) ?? { key, users: [], descriptors: new Set() };
      file.descriptors.add(descriptorRef instanceof PdfRef ? descriptorRef.num : DIRECT);
      file.users.push(font);
      files.set(ref.num, file);
    }
  }
  const holders = holdersOf(job, FILE_KEYS);
  return [...files].map(([fileNum, { key, users, descriptors }]) => {
    const isPlain = holders.get(fileNum) === descriptors.size && !descriptors.has(DIRECT);
    const isFullyKnown = users.every((user) => user.isFullyKnown);
    return { fileNum, key, users, descriptors: isPlain ? [...descriptors] : undefined, isFullyKnown };
  });
}

/** Of a font that contents choose at most. */
const NO_USE = { codes: new Set<number>(), pages: new Set<number>() };

/** Stands for a descriptor that is no object of its own. */
const DIRECT = -1;

/** How many dictionaries name each object under one of some keys. */
export function holdersOf(job: PdfJob, keys: readonly string[]): Map<number, number> {
  const holders = new Map<number, number>();
  forEachDict(job.document, (dict) => {
    for (const key of keys) {
      const ref = dict.get(key);
      if (ref instanceof PdfRef) holders.set(ref.num, (holders.get(ref.num) ?? 0) + 1);
    }
  });
  return holders;
}

/** Fonts that show text by themselves: not the descendants of composite ones. */
function isFont(job: PdfJob, dict: PdfDict): boolean {
  if (nameOf(job.document.resolve(dict.get('Type'))) !== 'Font') return false;
  const subtype = nameOf(job.document.resolve(dict.get('Subtype')));
  return subtype === 'Type0' || subtype === 'TrueType' || subtype === 'Type1' || subtype === 'MMType1';
}

/** The descendant of a composite font, else the font itself. */
export function programDict(job: PdfJob, font: PdfDict): PdfDict | undefined {
  const descendants = job.document.array(font.get('DescendantFonts'));
  return descendants ? job.document.dict(descendants[0]) : font;
}

/**
 * Fonts that something else than a walked resource dictionary holds, such as the default resources of a form, or an appearance
 * that does not show them yet.
 */
function uncertainFonts(job: PdfJob, usage: Usage): Set<number> {
  const { document } = job;
  const uncertain = new Set<number>();
  const note = (value: PdfObject): void => {
    if (value instanceof PdfRef && document.objects.get(value.num) instanceof PdfDict)
      uncertain.add(value.num);
    else if (Array.isArray(value))
      for (const item of value) if (item instanceof PdfRef) uncertain.add(item.num);
  };
  forEachDict(document, (dict) => {
    if (usage.seenResources.has(dict)) return;
    for (const [key, value] of dict.map) {
      if (key === 'DescendantFonts') continue;
      note(value);
    }
  });
  for (const dict of usage.appearanceResources)
    for (const value of dict.map.values())
      if (value instanceof PdfRef && !usage.fonts.has(value.num)) uncertain.add(value.num);
  const form = document.dict(document.catalog?.get('AcroForm'));
  const fonts = document.dict(document.dict(form?.get('DR'))?.get('Font'));
  for (const value of fonts?.map.values() ?? []) if (value instanceof PdfRef) uncertain.add(value.num);
  return uncertain;
}
