import type { JobOptions } from '#engine/options.ts';
import { DEFAULT_PRESET, PRESETS } from '#engine/presets.ts';
import { parseBytes } from './byte-size.ts';

/** How one option is written in a form, a query and on the command line. */
export interface JobOptionField<T> {
  /** Name of the field, of the query parameter and, after two dashes, of the command line's option. */
  readonly name: string;
  /** What a value must be, for messages: "must be …", "expected …". */
  readonly expected: string;
  /** Taken where the option is not given; undefined leaves it out. */
  readonly fallback: T;
  /** @returns null when the text is not a value of this option */
  parse(text: string): NonNullable<T> | null;
  format(value: NonNullable<T>): string;
}

/**
 * The options of a job in text. Free of Node and of zod, so that pages use it too. An option that is missing here
 * does not compile.
 */
export const JOB_OPTION_FIELDS: {
  readonly [K in keyof Required<JobOptions>]: JobOptionField<JobOptions[K]>;
} = {
  preset: {
    name: 'preset',
    expected: `one of ${PRESETS.join(', ')}`,
    fallback: DEFAULT_PRESET,
    parse: (text) => PRESETS.find((preset) => preset === text) ?? null,
    format: (preset) => preset,
  },
  targetBytes: {
    name: 'target',
    expected: 'a size above zero, such as 500000, 300KB or 20MB',
    fallback: undefined,
    parse: parseBytes,
    format: String,
  },
};

/** An option whose text is not one of its values. */
export class JobOptionError extends Error {
  override readonly name = 'JobOptionError';
  readonly option: string;
  readonly expected: string;
  readonly received: string;

  constructor({ name, expected }: { name: string; expected: string }, received: string) {
    super(`Expected ${expected} for ${name} but received ${received}`);
    this.option = name;
    this.expected = expected;
    this.received = received;
  }
}

/**
 * The options that a form, a query or a command line asks for.
 * @param read gives the text of a field; empty counts as not given
 * @throws JobOptionError
 */
export function parseJobOptions(read: (name: string) => string | undefined): JobOptions {
  const entries = Object.entries<JobOptionField<unknown>>(JOB_OPTION_FIELDS).map(([key, field]) => {
    const text = read(field.name);
    if (!text) return [key, field.fallback];
    const value = field.parse(text);
    if (value === null) throw new JobOptionError(field, text);
    return [key, value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JobOptions;
}

/** The same options as fields, for a form or a query; those that are not set are left out. */
export function formatJobOptions(options: JobOptions): [name: string, text: string][] {
  return Object.entries<JobOptionField<unknown>>(JOB_OPTION_FIELDS).flatMap(([key, field]) => {
    const value = options[key as keyof JobOptions];
    return value === undefined ? [] : [[field.name, field.format(value)]];
  });
}
