import { ENGINE_ERROR_CODES } from '#engine/api/errors.ts';

/** Why a job failed: the engine's own codes, and what can go wrong around it. */
export const JOB_FAILURE_CODES = [...ENGINE_ERROR_CODES, 'engine-crashed', 'timed-out', 'internal'] as const;
export type JobFailureCode = (typeof JOB_FAILURE_CODES)[number];
