import type { JobOptions } from '#engine/index.ts';
import { JobOptionError, parseJobOptions } from '#platform/contracts/job-option-fields.ts';
import { ApiError } from './api-error.ts';

/**
 * What a client asks for, from form fields, query parameters or JSON.
 * @param read gives the text of a field; empty counts as not given
 * @throws ApiError "invalid-request" that names what was expected
 */
export function readJobOptions(read: (name: string) => string | undefined): JobOptions {
  try {
    return parseJobOptions(read);
  } catch (error) {
    if (!(error instanceof JobOptionError)) throw error;
    throw new ApiError('invalid-request', { message: `The ${error.option} must be ${error.expected}.` });
  }
}
