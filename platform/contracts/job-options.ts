import { z } from 'zod';
import { OUTPUT_KINDS } from '#engine/api/kinds.ts';
import {
  BACKGROUND,
  LONGEST_SIDE,
  MOST_WIDTHS,
  OUTPUT_FORMATS,
  type JobOptions,
} from '#engine/api/options.ts';
import { KEEP } from '#engine/api/keep.ts';
import { ACCEPTABLE_SCORE, HIGHEST_ASKED_SCORE, PRESETS } from '#engine/api/presets.ts';
import { SCANS } from '#engine/api/scans.ts';
import type { Same } from './same-type.ts';

const side = z.number().int().min(1).max(LONGEST_SIDE);

/**
 * The engine's options as they cross processes: in job records, upload tokens and requests to engine processes. Spread
 * its `shape` into a schema and read the options back with {@link jobOptionsOf}; never copy one by name.
 */
export const jobOptionsSchema = z.object({
  preset: z.enum(PRESETS),
  targetBytes: z.number().int().positive().optional(),
  keep: z.array(z.enum(KEEP)).readonly().optional(),
  format: z.enum(OUTPUT_FORMATS).optional(),
  accept: z.array(z.enum(OUTPUT_KINDS)).readonly().optional(),
  maxWidth: side.optional(),
  maxHeight: side.optional(),
  maxSide: side.optional(),
  widths: z.array(side).min(1).max(MOST_WIDTHS).readonly().optional(),
  formats: z.array(z.enum(OUTPUT_KINDS)).min(1).readonly().optional(),
  background: z.string().regex(BACKGROUND).optional(),
  score: z.number().min(ACCEPTABLE_SCORE).max(HIGHEST_ASKED_SCORE).optional(),
  scans: z.enum(SCANS).optional(),
});

true satisfies Same<Required<z.output<typeof jobOptionsSchema>>, Required<JobOptions>>;

/** All options that a record, a token or a request carries, and nothing else of it. */
export function jobOptionsOf(carrier: JobOptions): JobOptions {
  return jobOptionsSchema.parse(carrier);
}
