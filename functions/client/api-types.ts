/** Written by "npm run docs" from the OpenAPI document of the API; not to be changed by hand. */

export interface UploadRequest {
  readonly fileName: string;
  /** Size of the file. */
  readonly bytes: number;
  /** Media type of the file. */
  readonly type?: string;
  /** How far to go. Expected: one of small, balanced, high, lossless. */
  readonly preset?: string | number;
  /** A size to reach; 1 KB is 1024 bytes. Expected: a size above zero, such as 500000, 300KB or 20MB. */
  readonly target?: string | number;
  /** The same as target. */
  readonly targetBytes?: string | number;
  /** Descriptions of a picture that stay; without it copyright and date. Expected: none, all, or a list such as copyright,date of copyright, date, location, camera. */
  readonly keep?: string | number;
}
export interface CompleteUploadRequest {
  /** As POST /api/uploads gave it. */
  readonly uploadToken: string;
}
export interface SignInRequest {
  /** The ID token of the Google sign-in widget. */
  readonly credential: string;
}
export interface ShareRequest {
  /** A job that has completed. */
  readonly jobId: string;
}
/** What was done to a file, and what was not. */
export interface CompressionReport {
  readonly kind: 'jpeg' | 'png' | 'webp' | 'pdf' | 'pptx';
  readonly preset: 'small' | 'balanced' | 'high' | 'lossless';
  /** Size of the upload. */
  readonly sourceBytes: number;
  /** Size of the result. */
  readonly outputBytes: number;
  /** 0 to 1: the share of the source bytes that is gone. */
  readonly savingsRatio: number;
  /** Lowest visual score of any picture that was encoded lossy, on the SSIMULACRA 2 scale (100 is identical); null when none was. */
  readonly score: number | null;
  /** Only when a target was asked for. */
  readonly target?: {
    /** As asked for. */
    readonly bytes: number;
    /** Whether the result is as small as asked. */
    readonly met: boolean;
    /** Where it is not: the smallest result of acceptable quality. */
    readonly smallestBytes?: number;
  };
  /** What was done. */
  readonly changes: readonly {
    readonly code: string;
    /** The same in words. The text may change. */
    readonly detail: string;
    readonly count?: number;
    readonly savedBytes?: number;
  }[];
  /** What was left as it is, and why. */
  readonly skips: readonly {
    readonly code: string;
    /** The same in words. The text may change. */
    readonly detail: string;
    readonly count: number;
  }[];
  /** What matters and is still there. */
  readonly kept: readonly {
    readonly feature: string;
    /** The same in words. The text may change. */
    readonly detail: string;
    readonly count?: number;
  }[];
  /** Advice for the owner of the file. */
  readonly hints: readonly {
    readonly code: string;
    /** The same in words. The text may change. */
    readonly detail: string;
    readonly bytes?: number;
  }[];
  /** Wall time of each step; names of steps are not stable. */
  readonly steps: readonly {
    readonly step: string;
    readonly ms: number;
  }[];
}
/** A file and what became of it. */
export interface Job {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly kind: 'jpeg' | 'png' | 'webp' | 'pdf' | 'pptx';
  readonly preset: 'small' | 'balanced' | 'high' | 'lossless';
  readonly targetBytes?: number;
  readonly keep?: readonly ('copyright' | 'date' | 'location' | 'camera' | 'all')[];
  /** Size of the upload. */
  readonly sourceBytes: number;
  /** Size of the result, once there is one. */
  readonly outputBytes?: number;
  /** Jobs ahead of it in line, 0 for the next one. Where the queue tells it, while it waits. */
  readonly place?: number;
  /** How much is done, until the job has ended; never goes back. */
  readonly progress?: number;
  /** At the rate so far. Missing as long as there is none. */
  readonly secondsLeft?: number;
  readonly createdAt: string;
  readonly finishedAt?: string;
  /** When result and job are deleted. */
  readonly expiresAt?: string;
  readonly report?: CompressionReportOutput;
  /** Why it failed, for people. */
  readonly error?: string;
  /** Why it failed, for programs. */
  readonly code?:
    | 'missing-file'
    | 'missing-files'
    | 'unsupported-type'
    | 'legacy-ppt'
    | 'mislabelled'
    | 'too-many-files'
    | 'invalid-request'
    | 'invalid-credential'
    | 'google-authentication-failed'
    | 'unauthorized'
    | 'token-expired'
    | 'not-found'
    | 'expired'
    | 'method-not-allowed'
    | 'upload-conflict'
    | 'unsupported-protocol'
    | 'too-large'
    | 'wrong-content-type'
    | 'range-not-satisfiable'
    | 'damaged'
    | 'password-protected'
    | 'limit-exceeded'
    | 'nothing-compressed'
    | 'upload-taken-over'
    | 'rate-limited'
    | 'compression-failed'
    | 'batch-failed'
    | 'internal'
    | 'busy'
    | 'unavailable';
  /** Path of the result, once there is one. */
  readonly result?: string;
}
/** Body of every error. */
export interface ErrorAnswer {
  /** For people. */
  readonly error: string;
  /** For programs; stable. */
  readonly code:
    | 'missing-file'
    | 'missing-files'
    | 'unsupported-type'
    | 'legacy-ppt'
    | 'mislabelled'
    | 'too-many-files'
    | 'invalid-request'
    | 'invalid-credential'
    | 'google-authentication-failed'
    | 'unauthorized'
    | 'token-expired'
    | 'not-found'
    | 'expired'
    | 'method-not-allowed'
    | 'upload-conflict'
    | 'unsupported-protocol'
    | 'too-large'
    | 'wrong-content-type'
    | 'range-not-satisfiable'
    | 'damaged'
    | 'password-protected'
    | 'limit-exceeded'
    | 'nothing-compressed'
    | 'upload-taken-over'
    | 'rate-limited'
    | 'compression-failed'
    | 'batch-failed'
    | 'internal'
    | 'busy'
    | 'unavailable';
  /** To be named when a problem is reported; also in X-Request-Id. */
  readonly requestId: string;
}
/** The jobs of a batch, in the order of the form. */
export interface JobList {
  readonly jobs: readonly Job[];
}
export interface PendingUpload {
  readonly jobId: string;
  readonly method: 'PUT';
  /** Where to send the file. */
  readonly url: string;
  /** To be sent with it. */
  readonly headers: {
    readonly [name: string]: string;
  };
  /** Completes the upload. */
  readonly uploadToken: string;
  readonly expiresAt: string;
}
export interface Token {
  /** Valid for seven days. */
  readonly token: string;
}
export interface Profile {
  readonly user: {
    readonly name: string;
    readonly picture: string;
    readonly email: string;
  };
}
/** Whoever has the address may download the file. */
export interface Share {
  readonly url: string;
  readonly expiresAt: string;
}
export interface Stats {
  readonly compressedCount: number;
}
/** What was done to a file, and what was not. */
export interface CompressionReportOutput {
  readonly kind: 'jpeg' | 'png' | 'webp' | 'pdf' | 'pptx';
  readonly preset: 'small' | 'balanced' | 'high' | 'lossless';
  /** Size of the upload. */
  readonly sourceBytes: number;
  /** Size of the result. */
  readonly outputBytes: number;
  /** 0 to 1: the share of the source bytes that is gone. */
  readonly savingsRatio: number;
  /** Lowest visual score of any picture that was encoded lossy, on the SSIMULACRA 2 scale (100 is identical); null when none was. */
  readonly score: number | null;
  /** Only when a target was asked for. */
  readonly target?: {
    /** As asked for. */
    readonly bytes: number;
    /** Whether the result is as small as asked. */
    readonly met: boolean;
    /** Where it is not: the smallest result of acceptable quality. */
    readonly smallestBytes?: number;
  };
  /** What was done. */
  readonly changes: readonly {
    readonly code: string;
    /** The same in words. The text may change. */
    readonly detail: string;
    readonly count?: number;
    readonly savedBytes?: number;
  }[];
  /** What was left as it is, and why. */
  readonly skips: readonly {
    readonly code: string;
    /** The same in words. The text may change. */
    readonly detail: string;
    readonly count: number;
  }[];
  /** What matters and is still there. */
  readonly kept: readonly {
    readonly feature: string;
    /** The same in words. The text may change. */
    readonly detail: string;
    readonly count?: number;
  }[];
  /** Advice for the owner of the file. */
  readonly hints: readonly {
    readonly code: string;
    /** The same in words. The text may change. */
    readonly detail: string;
    readonly bytes?: number;
  }[];
  /** Wall time of each step; names of steps are not stable. */
  readonly steps: readonly {
    readonly step: string;
    readonly ms: number;
  }[];
}
/** Data of the event "progress". */
export interface JobProgress {
  readonly status: 'queued' | 'processing';
  /** Jobs ahead of it in line, 0 for the next one. Where the queue tells it, while it waits. */
  readonly place?: number;
  /** How much is done; never goes back. */
  readonly progress: number;
  /** At the rate so far. Missing as long as there is none. */
  readonly secondsLeft?: number;
}
/** featherpress-report.json in the zip of a batch. */
export interface BatchReport {
  readonly files: readonly {
    /** As it was sent. */
    readonly name: string;
    readonly kind: 'jpeg' | 'png' | 'webp' | 'pdf' | 'pptx';
    readonly sourceBytes: number;
    /** Its name in the zip. */
    readonly result?: string;
    readonly outputBytes?: number;
    readonly jobId?: string;
    readonly report?: CompressionReportOutput;
    readonly error?: string;
    readonly code?:
      | 'missing-file'
      | 'missing-files'
      | 'unsupported-type'
      | 'legacy-ppt'
      | 'mislabelled'
      | 'too-many-files'
      | 'invalid-request'
      | 'invalid-credential'
      | 'google-authentication-failed'
      | 'unauthorized'
      | 'token-expired'
      | 'not-found'
      | 'expired'
      | 'method-not-allowed'
      | 'upload-conflict'
      | 'unsupported-protocol'
      | 'too-large'
      | 'wrong-content-type'
      | 'range-not-satisfiable'
      | 'damaged'
      | 'password-protected'
      | 'limit-exceeded'
      | 'nothing-compressed'
      | 'upload-taken-over'
      | 'rate-limited'
      | 'compression-failed'
      | 'batch-failed'
      | 'internal'
      | 'busy'
      | 'unavailable';
  }[];
}
