import type { DescribedError, TryChoices } from '~/content/api/api-description.ts';
import { KEEP } from '#engine/api/keep.ts';
import { PRESETS } from '#engine/api/presets.ts';
import { API_ERROR_NOTES } from '#platform/contracts/api/error-notes.ts';
import { API_ERRORS, type ApiErrorCode } from '#platform/contracts/api-errors.ts';

/** Every error with cause and remedy. By the server: browsers that show the page need none of these tables. */
export function describedErrors(): DescribedError[] {
  return (Object.keys(API_ERRORS) as ApiErrorCode[]).map((code) => ({
    code,
    ...API_ERRORS[code],
    ...API_ERROR_NOTES[code],
  }));
}

/** What the form to try the API offers. */
export function tryChoices(): TryChoices {
  return { presets: PRESETS, keep: KEEP };
}
