import type { Keep } from './keep.ts';
import { isPictureKind, KIND_INFO, OUTPUT_KINDS, type FileKind, type OutputKind } from './kinds.ts';
import type { Preset } from './presets.ts';
import type { Scans } from './scans.ts';

/**
 * What a client asks for. One set from the form field to the engine: every stage carries it whole (spread, never copied
 * by name), so that a new option is added here, in the schema of the contracts, and where it is used.
 */
export interface JobOptions {
  /** How far to go. */
  readonly preset: Preset;
  /**
   * Size to reach, in bytes. Where the preset's own result fits, it is returned as it is. Else the preset's quality is lowered,
   * but that of `lossless`: the result takes 90 to 100 % of the size, or less where nothing that fits looks better; where it cannot
   * be met, the report names the smallest acceptable size.
   */
  readonly targetBytes?: number | undefined;
  /** Descriptions of a picture that stay; an empty list keeps none [copyright and date]. Documents keep their own. */
  readonly keep?: readonly Keep[] | undefined;
  /** Lowest visual score in place of the preset's, 50 to 95 [that of the preset]. Not with `lossless`. */
  readonly score?: number | undefined;
  /** What becomes of scanned pages of a PDF; other files take no notice ["keep"]. `layers` does not go with `lossless`. */
  readonly scans?: Scans | undefined;
  /** Format of the result of a picture, "auto" for the smallest [same]. One that is asked for by name is returned even where it is larger. */
  readonly format?: OutputFormat | undefined;
  /** Formats that "auto" may choose from [JPEG, PNG and WebP: not every program shows AVIF]. */
  readonly accept?: readonly OutputKind[] | undefined;
  /** Longest sides of a picture as shown, in px, which is scaled down to fit inside and never up [as it is]. */
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
  /** Of the longer side. */
  readonly maxSide?: number | undefined;
  /**
   * Widths of a set, in px, ascending: the picture comes in each of them and in each of `formats`, in a zip archive with their list and
   * the HTML to paste; a target holds for each file [one picture].
   */
  readonly widths?: readonly number[] | undefined;
  /** Formats of a set [that of the picture, and WebP]. */
  readonly formats?: readonly OutputKind[] | undefined;
  /** Colour "#rrggbb" behind a transparent picture that becomes a JPEG [none: it becomes no JPEG]. */
  readonly background?: string | undefined;
}

export const OUTPUT_FORMATS: readonly OutputFormat[] = ['same', ...OUTPUT_KINDS, 'auto'];
export type OutputFormat = 'same' | OutputKind | 'auto';

/** A colour behind a picture, in lower case. */
export const BACKGROUND = /^#[0-9a-f]{6}$/;

/** Bounds of a picture's size, in px. */
export const SIZE_OPTIONS = ['maxWidth', 'maxHeight', 'maxSide'] as const;

/** Most widths of a set: what pages use, and a bound of the work. */
export const MOST_WIDTHS = 12;

/** Longest side that may be asked for. Source: the most that a PNG of browsers and a JPEG can have. */
export const LONGEST_SIDE = 65_535;

/** Whether another format or size than that of the source may come out. */
export function asksForConversion({ format = 'same', ...options }: Partial<JobOptions>): boolean {
  return format !== 'same' || namedSizes(options).length > 0;
}

/**
 * Why a file of a kind cannot have these options, for people; null where it can. `auto` is no obstacle: a document has one format.
 */
export function kindConflict(
  kind: FileKind,
  { format = 'auto', ...options }: Partial<JobOptions>,
): string | null {
  if (isPictureKind(kind)) return null;
  const isOther = format !== 'auto' && format !== 'same';
  const names = [...(isOther ? ['format'] : []), ...namedSizes(options)];
  if (names.length === 0) return null;
  return `A ${KIND_INFO[kind].label} keeps its format and the size of its pages: ${names.join(' and ')} go with single images only. Leave them out and try again.`;
}

/** The options of size that are set. */
function namedSizes(options: Partial<JobOptions>): readonly (keyof JobOptions)[] {
  return ([...SIZE_OPTIONS, 'widths'] as const).filter((name) => options[name] !== undefined);
}

const LOSSY_FORMATS: readonly OutputFormat[] = ['jpeg', 'avif'];

/** Options that do not go together: the one to change, and when. What is wrong is told by option-conflicts.ts. */
const CONFLICTS = {
  'lossless-layers': {
    option: 'scans',
    isMet: ({ preset, scans }) => preset === 'lossless' && scans === 'layers',
  },
  'lossless-score': {
    option: 'score',
    isMet: ({ preset, score }) => preset === 'lossless' && score !== undefined,
  },
  'lossless-format': {
    option: 'format',
    isMet: ({ preset, format = 'same' }) => preset === 'lossless' && LOSSY_FORMATS.includes(format),
  },
  'widths-sides': {
    option: 'widths',
    isMet: ({ widths, ...options }) => widths !== undefined && SIZE_OPTIONS.some((name) => options[name]),
  },
  'widths-format': {
    option: 'format',
    isMet: ({ widths, format = 'same' }) => widths !== undefined && format !== 'same',
  },
  'formats-alone': {
    option: 'formats',
    isMet: ({ widths, formats }) => widths === undefined && formats !== undefined,
  },
  'lossless-formats': {
    option: 'formats',
    isMet: ({ preset, formats = [] }) =>
      preset === 'lossless' && formats.some((format) => LOSSY_FORMATS.includes(format)),
  },
  'accept-format': {
    option: 'accept',
    isMet: ({ format, accept }) => accept !== undefined && format !== 'auto',
  },
  'background-format': {
    option: 'background',
    isMet: ({ format = 'same', formats = [], background }) =>
      background !== undefined && format !== 'jpeg' && format !== 'auto' && !formats.includes('jpeg'),
  },
} as const satisfies Record<
  string,
  { readonly option: keyof JobOptions; readonly isMet: (options: JobOptions) => boolean }
>;

export type ConflictName = keyof typeof CONFLICTS;

/** The first rule that a set of options breaks, and the option to change; null where all goes together. */
export function conflictIn(
  options: JobOptions,
): { readonly name: ConflictName; readonly option: keyof JobOptions } | null {
  for (const [name, { option, isMet }] of Object.entries(CONFLICTS))
    if (isMet(options)) return { name: name as ConflictName, option };
  return null;
}
