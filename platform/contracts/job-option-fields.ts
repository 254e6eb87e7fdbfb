import { KEEP, type Keep } from '#engine/api/keep.ts';
import { OUTPUT_KINDS, type OutputKind } from '#engine/api/kinds.ts';
import { optionConflict } from '#engine/api/option-conflicts.ts';
import {
  BACKGROUND,
  LONGEST_SIDE,
  MOST_WIDTHS,
  OUTPUT_FORMATS,
  type JobOptions,
} from '#engine/api/options.ts';
import { ACCEPTABLE_SCORE, DEFAULT_PRESET, HIGHEST_ASKED_SCORE, PRESETS } from '#engine/api/presets.ts';
import { parseAccepted } from './accepted-formats.ts';
import { SCANS } from '#engine/api/scans.ts';
import { parseBytes } from './byte-size.ts';
import { JOB_OPTION_TEXT, type JobOptionText } from './job-option-text.ts';
import { nearestName } from './nearest-name.ts';

/** How one option is written and read. */
export interface JobOptionField<T> extends JobOptionText<T> {
  /** Another name with the same meaning: the one under which answers carry the option. */
  readonly alias?: string;
  /** What a value must be, for messages: "must be …", "expected …". */
  readonly expected: string;
  /** Taken where the option is not given; undefined leaves it out. */
  readonly fallback: T;
  /** @returns null when the text is not a value of this option */
  parse(text: string): NonNullable<T> | null;
}

/** How a bound of a picture's size is read. */
const SIDE = {
  expected: `a whole number of pixels from 1 to ${LONGEST_SIDE}`,
  fallback: undefined,
  parse: parseSide,
} as const;

/**
 * The options of a job in text. Free of Node and of zod. An option that is missing here
 * does not compile.
 */
export const JOB_OPTION_FIELDS: {
  readonly [K in keyof Required<JobOptions>]: JobOptionField<JobOptions[K]>;
} = {
  preset: {
    ...JOB_OPTION_TEXT.preset,
    expected: `one of ${PRESETS.join(', ')}`,
    fallback: DEFAULT_PRESET,
    parse: (text) => PRESETS.find((preset) => preset === text) ?? null,
  },
  targetBytes: {
    ...JOB_OPTION_TEXT.targetBytes,
    alias: 'targetBytes',
    expected: 'a size above zero, such as 500000, 300KB or 20MB',
    fallback: undefined,
    parse: parseBytes,
  },
  keep: {
    ...JOB_OPTION_TEXT.keep,
    expected: `none, all, or a list such as copyright,date of ${KEEP.slice(0, -1).join(', ')}`,
    fallback: undefined,
    parse: parseKeep,
  },
  format: {
    ...JOB_OPTION_TEXT.format,
    expected: `one of ${OUTPUT_FORMATS.join(', ')}`,
    fallback: undefined,
    parse: (text) => OUTPUT_FORMATS.find((format) => format === text) ?? null,
  },
  accept: {
    ...JOB_OPTION_TEXT.accept,
    expected: `a list of ${OUTPUT_KINDS.join(', ')} or of their media types, such as webp,jpeg`,
    fallback: undefined,
    parse: parseAccepted,
  },
  maxWidth: { ...JOB_OPTION_TEXT.maxWidth, ...SIDE },
  maxHeight: { ...JOB_OPTION_TEXT.maxHeight, ...SIDE },
  maxSide: { ...JOB_OPTION_TEXT.maxSide, ...SIDE },
  widths: {
    ...JOB_OPTION_TEXT.widths,
    expected: `a list of at most ${MOST_WIDTHS} widths in pixels, such as 480,960,1440`,
    fallback: undefined,
    parse: parseWidths,
  },
  formats: {
    ...JOB_OPTION_TEXT.formats,
    expected: `a list of ${OUTPUT_KINDS.join(', ')}, such as avif,webp,jpeg`,
    fallback: undefined,
    parse: parseFormats,
  },
  background: {
    ...JOB_OPTION_TEXT.background,
    expected: 'a colour such as #ffffff',
    fallback: undefined,
    parse: parseColour,
  },
  score: {
    ...JOB_OPTION_TEXT.score,
    expected: `a number from ${ACCEPTABLE_SCORE} to ${HIGHEST_ASKED_SCORE}, such as 80 or 72.5`,
    fallback: undefined,
    parse: parseScore,
  },
  scans: {
    ...JOB_OPTION_TEXT.scans,
    expected: `one of ${SCANS.join(', ')}`,
    fallback: undefined,
    parse: (text) => SCANS.find((scans) => scans === text) ?? null,
  },
};

function parseSide(text: string): number | null {
  const side = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : NaN;
  return side <= LONGEST_SIDE ? side : null;
}

/** @returns the widths, ascending, each once */
function parseWidths(text: string): readonly number[] | null {
  const sides = new Set(text.split(',').map((item) => parseSide(item.trim())));
  if (sides.has(null) || sides.size > MOST_WIDTHS) return null;
  return ([...sides] as number[]).sort((one, other) => one - other);
}

/** @returns the formats in their own order, each once */
function parseFormats(text: string): readonly OutputKind[] | null {
  const names = text.split(',').map((item) => item.trim());
  const formats = OUTPUT_KINDS.filter((kind) => names.includes(kind));
  return names.every((name) => (formats as readonly string[]).includes(name)) ? formats : null;
}

/** The hash may be missing, as a query would take it for its end. */
function parseColour(text: string): string | null {
  const colour = `#${text.replace(/^#/, '').toLowerCase()}`;
  return BACKGROUND.test(colour) ? colour : null;
}

function parseScore(text: string): number | null {
  const score = /^\d{2}(\.\d)?$/.test(text) ? Number(text) : NaN;
  return score >= ACCEPTABLE_SCORE && score <= HIGHEST_ASKED_SCORE ? score : null;
}

/** @returns the groups in their own order, each once; null for anything else */
function parseKeep(text: string): readonly Keep[] | null {
  const names = text.split(',').map((name) => name.trim());
  if (names.length === 1 && names[0] === 'none') return [];
  const groups = KEEP.filter((group) => names.includes(group));
  if (names.some((name) => !KEEP.some((group) => group === name))) return null;
  return groups.includes('all') ? ['all'] : groups;
}

/** An option whose text is not one of its values, that is not known, or that was given more than once. */
export class JobOptionError extends Error {
  override readonly name = 'JobOptionError';
  readonly option: string;
  /** What a value must be, where the value is wrong. */
  readonly expected: string | undefined;

  constructor(option: string, message: string, expected?: string) {
    super(message);
    this.option = option;
    this.expected = expected;
  }
}

/** Options as they were given: names with texts, in any order. */
export type GivenOptions = Iterable<readonly [name: string, text: string]>;

/**
 * The options that a form, a query or a command line asks for.
 * @param given everything that was given; an empty text counts as not given
 * @throws JobOptionError also for an unknown name, and for an option that was given twice under any of its names
 */
export function parseJobOptions(given: GivenOptions): JobOptions {
  const values = new Map<string, unknown>();
  const seen = new Set<string>();
  for (const [name, text] of given) {
    const [key, field] = fieldCalled(name);
    if (seen.has(key)) throw givenTwice(name, key, field);
    seen.add(key);
    if (text === '') continue;
    const value = field.parse(text);
    if (value === null)
      throw new JobOptionError(name, `The ${name} must be ${field.expected}.`, field.expected);
    values.set(key, value);
  }
  const entries = FIELDS.map(([key, { fallback }]) => [key, values.get(key) ?? fallback] as const);
  const options = Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as unknown as JobOptions;
  const conflict = optionConflict(options);
  if (conflict) throw new JobOptionError(conflict.option, conflict.message);
  return options;
}

function givenTwice(given: string, key: string, { name }: JobOptionField<unknown>): JobOptionError {
  const advice = key === 'keep' ? ' Give its values once, with commas between them.' : '';
  return new JobOptionError(given, `The option "${name}" was given more than once.${advice}`);
}

const FIELDS = Object.entries<JobOptionField<unknown>>(JOB_OPTION_FIELDS);
const NAMES = FIELDS.flatMap(([, { name, alias }]) => (alias === undefined ? [name] : [name, alias]));

function fieldCalled(name: string): [key: string, field: JobOptionField<unknown>] {
  const found = FIELDS.find(([, field]) => field.name === name || field.alias === name);
  if (found) return found;
  const meant = nearestName(name, NAMES);
  const names = NAMES.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  const advice = meant === null ? `The options are ${names}.` : `Did you mean "${meant}"?`;
  throw new JobOptionError(name, `There is no option "${name.slice(0, 40)}". ${advice}`);
}
