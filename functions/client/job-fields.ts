import type { Job } from './api-types.ts';

/** What is to be done with a file. */
export interface CompressOptions {
  /** How far to go ["balanced"]. */
  readonly preset?: Job['preset'] | undefined;
  /** A size to reach: bytes, or a text such as "500KB". */
  readonly target?: number | string | undefined;
  /** Descriptions of a picture that stay [copyright and date]. */
  readonly keep?: 'none' | 'all' | NonNullable<Job['keep']> | undefined;
  /** Lowest visual score in place of the preset's, 50 to 95. */
  readonly score?: number | undefined;
  /** Format of the result of a picture; "auto" is the smallest ["same"]. */
  readonly format?: Job['format'] | undefined;
  /** What "auto" may choose from [JPEG, PNG and WebP]. */
  readonly accept?: Job['accept'] | undefined;
  /** Bounds of a picture, in px, which is scaled down to fit [none]. */
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
  /** Of the longer side. */
  readonly maxSide?: number | undefined;
  /** Widths of a set, in px: a zip with the picture in each of them and of `formats`, and the HTML to paste [one picture]. */
  readonly widths?: Job['widths'] | undefined;
  /** Formats of a set [that of the picture, and WebP]. */
  readonly formats?: Job['formats'] | undefined;
  /** Colour such as "#ffffff" behind what is transparent, for a JPEG. */
  readonly background?: string | undefined;
  /** Scanned pages of PDFs: as they are, or sharp letters over smoothed paper ["keep"]. */
  readonly scans?: 'keep' | 'layers' | undefined;
}

const LISTS = ['accept', 'widths', 'formats'] as const;
const OTHERS = ['score', 'scans', 'format', 'maxWidth', 'maxHeight', 'maxSide', 'background'] as const;

/** The options as names and texts, as forms and queries carry them. */
export function jobFields({
  preset,
  target,
  keep,
  ...others
}: CompressOptions): [name: string, text: string][] {
  const kept = typeof keep === 'string' || keep === undefined ? keep : keep.join(',') || 'none';
  const fields: [string, string | number | undefined][] = [
    ['preset', preset],
    ['target', target],
    ['keep', kept],
    ...LISTS.map((name) => [name, others[name]?.join(',')] as [string, string | undefined]),
    ...OTHERS.map((name) => [name, others[name]] as [string, string | number | undefined]),
  ];
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
}
