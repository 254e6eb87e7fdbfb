import { z } from 'zod';
import type { JobOptions } from '#engine/api/options.ts';
import { KEEP } from '#engine/api/keep.ts';
import { ACCEPTABLE_SCORE, HIGHEST_ASKED_SCORE, PRESETS } from '#engine/api/presets.ts';
import type { Same } from './same-type.ts';

/**
 * The engine's options as they cross processes: in job records, upload tokens and requests to engine processes. Spread
 * its `shape` into a schema and read the options back with {@link jobOptionsOf}; never copy one by name.
 */
export const jobOptionsSchema = z.object({
  preset: z.enum(PRESETS),
  targetBytes: z.number().int().positive().optional(),
  keep: z.array(z.enum(KEEP)).readonly().optional(),
  score: z.number().min(ACCEPTABLE_SCORE).max(HIGHEST_ASKED_SCORE).optional(),
});

true satisfies Same<Required<z.output<typeof jobOptionsSchema>>, Required<JobOptions>>;

/** All options that a record, a token or a request carries, and nothing else of it. */
export function jobOptionsOf(carrier: JobOptions): JobOptions {
  return jobOptionsSchema.parse(carrier);
}
