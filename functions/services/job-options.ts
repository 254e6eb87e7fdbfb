import { DEFAULT_PRESET, PRESETS, type Preset } from '#engine/index.ts';
import { ApiError } from './api-error.ts';
import type { JobOptions } from './job-service.ts';

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1_024, mb: 1_024 ** 2, gb: 1_024 ** 3 };

/**
 * What a client asks for, from form fields or query parameters; empty counts as not said.
 * @param given.preset one of the presets [balanced]
 * @param given.target size to reach: bytes, or a number with KB, MB or GB (base 1024)
 * @throws ApiError "invalid-request" that names what was expected
 */
export function parseJobOptions(given: {
  readonly preset?: string | undefined;
  readonly target?: string | undefined;
}): JobOptions {
  const preset = given.preset || DEFAULT_PRESET;
  if (!(PRESETS as readonly string[]).includes(preset)) {
    throw new ApiError('invalid-request', { message: `The preset must be one of ${PRESETS.join(', ')}.` });
  }
  return { preset: preset as Preset, targetBytes: given.target ? parseTarget(given.target) : undefined };
}

function parseTarget(text: string): number {
  const [, number, unit] = /^\s*(\d{1,12}(?:\.\d{1,3})?)\s*(b|kb|mb|gb)?\s*$/i.exec(text) ?? [];
  const bytes = Math.round(Number(number) * (UNITS[(unit ?? '').toLowerCase()] ?? NaN));
  if (!(Number.isSafeInteger(bytes) && bytes > 0)) {
    throw new ApiError('invalid-request', {
      message: 'The target must be a size above zero, for example 500000, 300KB or 20MB.',
    });
  }
  return bytes;
}
