import type { Usage } from '../content/usage.ts';
import { nameOf, PdfDict, PdfRef, type PdfObject } from '../model/objects.ts';
import { forEachDict } from '../model/walk.ts';
import type { PdfJob } from '../pdf-job.ts';

/** A font dictionary that is used, with the program it shows. */
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
  /** Font descriptors that name the program. */
  readonly descriptors: readonly PdfDict[];
}

const FILE_KEYS = ['FontFile', 'FontFile2', 'FontFile3'] as const;

/**
 * Font programs whose every use is known: all fonts that show them are reached through resources of walked contents.
 * Left out: fonts of forms, whose text may change, and everything when any content could not be read.
 */
export function knownFonts(job: PdfJob, usage: Usage): EmbeddedFont[] {
  if (usage.isIncomplete || usage.hasUnknownFont || job.pdfA > 0) return [];
  const uncertain = uncertainFonts(job, usage);
  const files = new Map<number, { key: EmbeddedFont['key']; users: UsedFont[]; descriptors: Set<PdfDict> }>();
  const spoiled = new Set<number>();
  for (const [num, object] of job.document.objects) {
    if (!(object instanceof PdfDict) || !isFont(job, object)) continue;
    const descriptor = descriptorOf(job, object);
    for (const key of FILE_KEYS) {
      const ref = descriptor?.get(key);
      if (!descriptor || !(ref instanceof PdfRef)) continue;
      const use = usage.fonts.get(num);
      if (uncertain.has(num)) spoiled.add(ref.num);
      const file = files.get(ref.num) ?? { key, users: [], descriptors: new Set() };
      file.descriptors.add(descriptor);
      if (use) file.users.push({ num, dict: object, codes: use.codes, pages: use.pages });
      files.set(ref.num, file);
    }
  }
  return [...files].flatMap(([fileNum, { key, users, descriptors }]) =>
    spoiled.has(fileNum) || users.length === 0
      ? []
      : [{ fileNum, key, users, descriptors: [...descriptors] }],
  );
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

function descriptorOf(job: PdfJob, font: PdfDict): PdfDict | undefined {
  return job.document.dict(programDict(job, font)?.get('FontDescriptor'));
}

/** Fonts that something else than a walked resource dictionary holds, such as the default resources of a form. */
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
  const form = document.dict(document.catalog?.get('AcroForm'));
  const fonts = document.dict(document.dict(form?.get('DR'))?.get('Font'));
  for (const value of fonts?.map.values() ?? []) if (value instanceof PdfRef) uncertain.add(value.num);
  return uncertain;
}
