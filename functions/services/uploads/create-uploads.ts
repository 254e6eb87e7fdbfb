import type { Config } from '#platform/config.ts';
import type { Platform } from '#platform/ports/platform.ts';
import type { JobIntake } from '../jobs/job-intake.ts';
import type { JobService } from '../jobs/job-service.ts';
import { receiverRules } from '#platform/receiver-rules.ts';
import { ResumableUploads } from './resumable-uploads.ts';
import { createSourceUrls, type SourceUrls } from './source-url.ts';
import { UploadTokens } from './upload-tokens.ts';

/** Ways to send a file beside a single request: in pieces, or straight to the object store. */
export interface Uploads {
  readonly resumable: ResumableUploads;
  readonly tokens: UploadTokens;
  /** From where a client says that a file is. */
  readonly sources: SourceUrls;
}

interface UploadsOptions {
  readonly platform: Platform;
  readonly intake: JobIntake;
  readonly jobs: JobService;
  /** Of upload tokens: the first signs, all are taken. */
  readonly secrets: readonly string[];
  readonly maxFileBytes: number;
  readonly config: Config;
}

export function createUploads(options: UploadsOptions): Uploads {
  const { platform, config, maxFileBytes } = options;
  const { objects } = platform;
  const { anonymous } = config.deliveries;
  return {
    resumable: new ResumableUploads(options),
    tokens: new UploadTokens({ ...options, objects }),
    sources: createSourceUrls({ guard: receiverRules(config), anonymous, maxFileBytes }),
  };
}
