import type { PdfDocument } from '../../model/document.ts';
import { nameOf, PdfString, type PdfObject } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';

/** What the samples of a picture mean, as far as recompressing needs to know. */
export type ColourSpace =
  | { readonly family: 'grey' | 'rgb' | 'cmyk'; readonly components: number; readonly isDevice: boolean }
  | {
      readonly family: 'indexed';
      readonly components: 1;
      readonly base: ColourSpace;
      /** Base samples, `components` of the base for each index. */
      readonly palette: Uint8Array;
    }
  | { readonly family: 'other'; readonly components: number };

const DEVICE: Readonly<Record<string, ColourSpace>> = {
  DeviceGray: { family: 'grey', components: 1, isDevice: true },
  G: { family: 'grey', components: 1, isDevice: true },
  DeviceRGB: { family: 'rgb', components: 3, isDevice: true },
  RGB: { family: 'rgb', components: 3, isDevice: true },
  DeviceCMYK: { family: 'cmyk', components: 4, isDevice: true },
  CMYK: { family: 'cmyk', components: 4, isDevice: true },
};

/** Reads a colour space (ISO 32000-1, 8.6). @returns undefined when it is broken or a pattern */
export async function parseColourSpace(
  job: PdfJob,
  object: PdfObject | undefined,
  depth = 0,
): Promise<ColourSpace | undefined> {
  const { document } = job;
  const value = document.resolve(object);
  const name = nameOf(value);
  if (name !== undefined) return DEVICE[name];
  if (!Array.isArray(value) || depth > 3) return undefined;
  const kind = nameOf(document.resolve(value[0]));
  switch (kind) {
    case 'CalGray':
      return { family: 'grey', components: 1, isDevice: false };
    case 'CalRGB':
      return { family: 'rgb', components: 3, isDevice: false };
    case 'ICCBased':
      return iccBased(document, value[1]);
    case 'Indexed':
    case 'I':
      return indexed(job, value, depth);
    case 'Lab':
      return { family: 'other', components: 3 };
    case 'Separation':
      return { family: 'other', components: 1 };
    case 'DeviceN': {
      const names = document.array(value[1]);
      return names && { family: 'other', components: names.length };
    }
    default:
      return kind === undefined ? undefined : DEVICE[kind];
  }
}

function iccBased(document: PdfDocument, profile: PdfObject | undefined): ColourSpace | undefined {
  switch (document.number(document.dict(profile)?.get('N'))) {
    case 1:
      return { family: 'grey', components: 1, isDevice: false };
    case 3:
      return { family: 'rgb', components: 3, isDevice: false };
    case 4:
      return { family: 'cmyk', components: 4, isDevice: false };
    default:
      return undefined;
  }
}

/** More than 256 colours of any space; a palette is decoded again for each picture that has it. */
const MAX_PALETTE_BYTES = 64 * 1024;

async function indexed(job: PdfJob, value: PdfObject[], depth: number): Promise<ColourSpace | undefined> {
  const base = await parseColourSpace(job, value[1], depth + 1);
  if (!base || base.family === 'indexed') return undefined;
  const lookup = job.document.resolve(value[3]);
  const stream = job.document.stream(value[3]);
  const palette =
    lookup instanceof PdfString
      ? lookup.bytes
      : stream && (await job.decode(stream, { maxBytes: MAX_PALETTE_BYTES })).bytes;
  return palette && { family: 'indexed', components: 1, base, palette };
}
