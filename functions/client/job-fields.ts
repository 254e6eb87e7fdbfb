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
}

/** The options as names and texts, as forms and queries carry them. */
export function jobFields({ preset, target, keep, score }: CompressOptions): [name: string, text: string][] {
  const kept = typeof keep === 'string' || keep === undefined ? keep : keep.join(',') || 'none';
  const fields: [string, string | number | undefined][] = [
    ['preset', preset],
    ['target', target],
    ['keep', kept],
    ['score', score],
  ];
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
}
