import type { Platform } from '#platform/ports/platform.ts';
import type { JobIntake } from '../jobs/job-intake.ts';
import type { JobService } from '../jobs/job-service.ts';
import { ResumableUploads } from './resumable-uploads.ts';
import { UploadTokens } from './upload-tokens.ts';

/** Ways to send a file beside a single request: in pieces, or straight to the object store. */
export interface Uploads {
  readonly resumable: ResumableUploads;
  readonly tokens: UploadTokens;
}

interface UploadsOptions {
  readonly platform: Platform;
  readonly intake: JobIntake;
  readonly jobs: JobService;
  /** Of upload tokens: the first signs, all are taken. */
  readonly secrets: readonly string[];
  readonly maxFileBytes: number;
}

export function createUploads(options: UploadsOptions): Uploads {
  const { objects } = options.platform;
  return { resumable: new ResumableUploads(options), tokens: new UploadTokens({ ...options, objects }) };
}
