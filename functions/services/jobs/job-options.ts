import type { JobOptions } from '#engine/index.ts';
import { JobOptionError, parseJobOptions, type GivenOptions } from '#platform/contracts/job-option-fields.ts';
import { ApiError } from '../api-error.ts';

/**
 * What a client asks for, from form fields, query parameters or JSON.
 * @param given all of them, so that a name that is not known is refused
 * @throws ApiError "invalid-request" that names the option and what was expected
 */
export function readJobOptions(given: GivenOptions): JobOptions {
  try {
    return parseJobOptions(given);
  } catch (error) {
    if (!(error instanceof JobOptionError)) throw error;
    throw new ApiError('invalid-request', { message: error.message });
  }
}
