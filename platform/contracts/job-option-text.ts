import type { JobOptions } from '#engine/api/options.ts';

/** How an option is written in a form, a query and on the command line. */
export interface JobOptionText<T> {
  /** Name of the field, of the query parameter and, after two dashes, of the command line's option. */
  readonly name: string;
  format(value: NonNullable<T>): string;
}

/** Apart from how options are read, as pages only write them. An option that is missing here does not compile. */
export const JOB_OPTION_TEXT: {
  readonly [K in keyof Required<JobOptions>]: JobOptionText<JobOptions[K]>;
} = {
  preset: { name: 'preset', format: (preset) => preset },
  targetBytes: { name: 'target', format: String },
  keep: { name: 'keep', format: (keep) => (keep.length === 0 ? 'none' : keep.join(',')) },
  format: { name: 'format', format: String },
  accept: { name: 'accept', format: (accept) => accept.join(',') },
  maxWidth: { name: 'maxWidth', format: String },
  maxHeight: { name: 'maxHeight', format: String },
  maxSide: { name: 'maxSide', format: String },
  widths: { name: 'widths', format: (widths) => widths.join(',') },
  formats: { name: 'formats', format: (formats) => formats.join(',') },
  background: { name: 'background', format: String },
  score: { name: 'score', format: String },
  scans: { name: 'scans', format: (scans) => scans },
};

/** Options as fields, for a form or a query; those that are not set are left out. */
export function formatJobOptions(options: JobOptions): [name: string, text: string][] {
  return Object.entries<JobOptionText<unknown>>(JOB_OPTION_TEXT).flatMap(([key, { name, format }]) => {
    const value = options[key as keyof JobOptions];
    return value === undefined ? [] : [[name, format(value)]];
  });
}
