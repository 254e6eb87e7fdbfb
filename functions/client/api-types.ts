/** Written by "npm run docs" from the OpenAPI document of the API; not to be changed by hand. */

/** A file that is fetched from its address. */
export interface SourceRequest {
  /** Where the file is. */
  readonly url: string;
  /** What it is called [as the server there says]. */
  readonly name?: string;
  readonly webhook?: string;
  readonly resultUrl?: string;
  /** How far to go. Expected: one of small, balanced, high, lossless. */
  readonly preset?: string | number | readonly string[];
  /** A size to stay within; 1 KB is 1024 bytes. Expected: a size above zero, such as 500000, 300KB or 20MB. */
  readonly target?: string | number | readonly string[];
  /** The same as target. */
  readonly targetBytes?: string | number | readonly string[];
  /** Descriptions of an image that stay; without it copyright and date. Expected: none, all, or a list such as copyright,date of copyright, date, location, camera. */
  readonly keep?: string | number | readonly string[];
  /** Format of the result of an image. One that is named comes back even where it is larger; auto gives the smallest. Expected: one of same, jpeg, png, webp, avif, auto. */
  readonly format?: string | number | readonly string[];
  /** What format=auto may choose from; without it what the header Accept names, else jpeg, png, webp. Expected: a list of jpeg, png, webp, avif or of their media types, such as webp,jpeg. */
  readonly accept?: string | number | readonly string[];
  /** Images that are wider are scaled down, in their shape. Expected: a whole number of pixels from 1 to 65535. */
  readonly maxWidth?: string | number | readonly string[];
  /** Images that are higher are scaled down, in their shape. Expected: a whole number of pixels from 1 to 65535. */
  readonly maxHeight?: string | number | readonly string[];
  /** The same for the longer side. Expected: a whole number of pixels from 1 to 65535. */
  readonly maxSide?: string | number | readonly string[];
  /** A set: the image in each of these widths and in each of formats, as a zip with their list and the HTML to paste; target holds for each file. Expected: a list of at most 12 widths in pixels, such as 480,960,1440. */
  readonly widths?: string | number | readonly string[];
  /** Formats of a set; without it that of the image, and webp. Expected: a list of jpeg, png, webp, avif, such as avif,webp,jpeg. */
  readonly formats?: string | number | readonly string[];
  /** Colour behind what is transparent, with format=jpeg; the hash may be left out. Expected: a colour such as #ffffff. */
  readonly background?: string | number | readonly string[];
  /** Lowest visual score, in place of the preset’s: 70 is high quality, 90 is hard to tell from the source. Expected: a number from 50 to 95, such as 80 or 72.5. */
  readonly score?: string | number | readonly string[];
  /** What becomes of scanned pages of a PDF: as they are (`keep`), or sharp letters over smoothed paper (`layers`). Expected: one of keep, layers. */
  readonly scans?: string | number | readonly string[];
}
/** A new secret is wanted. */
export interface SecretRequest {
  /** How long the secret before signs as well; 0 for one that others have seen [24 hours]. */
  readonly overlapSeconds?: number;
}
/** A file that is to be uploaded directly. */
export interface UploadRequest {
  readonly fileName: string;
  /** Size of the file. */
  readonly bytes: number;
  /** Media type of the file. */
  readonly type?: string;
  readonly webhook?: string;
  readonly resultUrl?: string;
  /** How far to go. Expected: one of small, balanced, high, lossless. */
  readonly preset?: string | number;
  /** A size to stay within; 1 KB is 1024 bytes. Expected: a size above zero, such as 500000, 300KB or 20MB. */
  readonly target?: string | number;
  /** The same as target. */
  readonly targetBytes?: string | number;
  /** Descriptions of an image that stay; without it copyright and date. Expected: none, all, or a list such as copyright,date of copyright, date, location, camera. */
  readonly keep?: string | number;
  /** Format of the result of an image. One that is named comes back even where it is larger; auto gives the smallest. Expected: one of same, jpeg, png, webp, avif, auto. */
  readonly format?: string | number;
  /** What format=auto may choose from; without it what the header Accept names, else jpeg, png, webp. Expected: a list of jpeg, png, webp, avif or of their media types, such as webp,jpeg. */
  readonly accept?: string | number;
  /** Images that are wider are scaled down, in their shape. Expected: a whole number of pixels from 1 to 65535. */
  readonly maxWidth?: string | number;
  /** Images that are higher are scaled down, in their shape. Expected: a whole number of pixels from 1 to 65535. */
  readonly maxHeight?: string | number;
  /** The same for the longer side. Expected: a whole number of pixels from 1 to 65535. */
  readonly maxSide?: string | number;
  /** A set: the image in each of these widths and in each of formats, as a zip with their list and the HTML to paste; target holds for each file. Expected: a list of at most 12 widths in pixels, such as 480,960,1440. */
  readonly widths?: string | number;
  /** Formats of a set; without it that of the image, and webp. Expected: a list of jpeg, png, webp, avif, such as avif,webp,jpeg. */
  readonly formats?: string | number;
  /** Colour behind what is transparent, with format=jpeg; the hash may be left out. Expected: a colour such as #ffffff. */
  readonly background?: string | number;
  /** Lowest visual score, in place of the preset’s: 70 is high quality, 90 is hard to tell from the source. Expected: a number from 50 to 95, such as 80 or 72.5. */
  readonly score?: string | number;
  /** What becomes of scanned pages of a PDF: as they are (`keep`), or sharp letters over smoothed paper (`layers`). Expected: one of keep, layers. */
  readonly scans?: string | number;
}
/** The file has been uploaded. */
export interface CompleteUploadRequest {
  /** As POST /api/uploads gave it. */
  readonly uploadToken: string;
}
/** Who wants to sign in. */
export interface SignInRequest {
  /** The ID token of the Google sign-in widget. */
  readonly credential: string;
}
/** What is to be shared. */
export interface ShareRequest {
  /** A job that has completed. */
  readonly jobId?: string;
  /** In place of jobId several that have completed: the link leads to a zip of their results. */
  readonly jobIds?: readonly string[];
  /** Folders in the zip, by the id of the job: "trip/day 1/" [none]. */
  readonly folders?: {
    readonly [name: string]: string;
  };
  /** Tell the name of the signed-in person to those who open the link [false]. */
  readonly showName?: boolean;
  /** How long the link works, at most 7 days unless the server is set otherwise [24 hours]. */
  readonly expiresInSeconds?: number;
}
export interface KeyRequest {
  /** For people. */
  readonly name: string;
  /** What the key may do. */
  readonly scopes?: readonly ('compress' | 'jobs:read' | 'share' | 'webhooks')[];
  /** A quota of its own, beside that of the account. */
  readonly filesPerDay?: number;
  /** Without it, never. */
  readonly expiresInDays?: number;
}
/** Files that were compressed without the server. */
export interface DeviceFiles {
  /** How many, and nothing else about them. */
  readonly files: number;
}
/** A file and what became of it. */
export interface Job {
  /** Anyone who has it can read the job: keep it to yourself. In a webhook it is the public id. */
  readonly id: string;
  /** The id that others see, such as receivers of webhooks; it gives no access. */
  readonly publicId: string;
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly kind: 'jpeg' | 'png' | 'webp' | 'pdf' | 'pptx' | 'avif';
  readonly preset: 'small' | 'balanced' | 'high' | 'lossless';
  readonly targetBytes?: number;
  readonly keep?: readonly ('copyright' | 'date' | 'location' | 'camera' | 'all')[];
  readonly format?: 'same' | 'jpeg' | 'png' | 'webp' | 'avif' | 'auto';
  readonly accept?: readonly ('jpeg' | 'png' | 'webp' | 'avif')[];
  readonly maxWidth?: number;
  readonly maxHeight?: number;
  readonly maxSide?: number;
  readonly widths?: readonly number[];
  readonly formats?: readonly ('jpeg' | 'png' | 'webp' | 'avif')[];
  readonly background?: string;
  readonly score?: number;
  readonly scans?: 'keep' | 'layers';
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
  readonly report?: CompressionReport;
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
    | 'invalid-key'
    | 'token-expired'
    | 'missing-scope'
    | 'not-found'
    | 'expired'
    | 'method-not-allowed'
    | 'limit-reached'
    | 'idempotency-conflict'
    | 'upload-conflict'
    | 'unsupported-protocol'
    | 'precondition-failed'
    | 'too-large'
    | 'wrong-content-type'
    | 'encoded-body'
    | 'range-not-satisfiable'
    | 'damaged'
    | 'password-protected'
    | 'source-failed'
    | 'limit-exceeded'
    | 'idempotency-mismatch'
    | 'nothing-compressed'
    | 'upload-taken-over'
    | 'rate-limited'
    | 'quota-exceeded'
    | 'compression-failed'
    | 'batch-failed'
    | 'internal'
    | 'busy'
    | 'unavailable'
    | 'storage-full';
  /** Path of the result, once there is one; in a webhook only for an account, whose key opens it. */
  readonly result?: string;
  /** What became of what was to be delivered, where something was. */
  readonly delivery?: {
    readonly webhook?: 'pending' | 'delivered' | 'failed';
    readonly result?: 'pending' | 'delivered' | 'failed';
  };
}
/** What was done to a file, and what was not. */
export interface CompressionReport {
  readonly kind: 'jpeg' | 'png' | 'webp' | 'pdf' | 'pptx' | 'avif';
  readonly preset: 'small' | 'balanced' | 'high' | 'lossless';
  /** Size of the upload. */
  readonly sourceBytes: number;
  /** Size of the result. */
  readonly outputBytes: number;
  /** The share of the source bytes that is gone, 0 to 1; below 0 where a format or size was asked for that takes more. */
  readonly savingsRatio: number;
  /** Lowest visual score of any image that was encoded lossy, 100 is identical; null when none was. It is SSIMULACRA 2, above 0.3 megapixels at the quarter points of the image, or less where another fault shows. Of a large image as a whole the public tool may tell up to 7 points less. */
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
  /** Only when an image has another format or size than its source: what it is now, with its sides as shown, in px. A set is a zip, with its images in files. */
  readonly output?: {
    readonly kind: 'jpeg' | 'png' | 'webp' | 'avif' | 'zip';
    readonly width: number;
    readonly height: number;
    readonly files?: readonly {
      readonly name: string;
      readonly kind: 'jpeg' | 'png' | 'webp' | 'avif';
      readonly width: number;
      readonly height: number;
      readonly bytes: number;
      readonly score: number | null;
    }[];
  };
  /** What was done. */
  readonly changes: readonly {
    readonly code: string;
    /** The code in words. The text may change. */
    readonly detail: string;
    readonly count?: number;
    readonly savedBytes?: number;
  }[];
  /** What was left as it is, and why. */
  readonly skips: readonly {
    readonly code: string;
    /** The code in words. The text may change. */
    readonly detail: string;
    readonly count: number;
  }[];
  /** What matters and is still there. */
  readonly kept: readonly {
    readonly feature: string;
    /** The code in words. The text may change. */
    readonly detail: string;
    readonly count?: number;
  }[];
  /** Advice for the owner of the file. */
  readonly hints: readonly {
    readonly code: string;
    /** The code in words. The text may change. */
    readonly detail: string;
    readonly bytes?: number;
  }[];
  /** Wall time of each step; names of steps are not stable. */
  readonly steps: readonly {
    readonly step: string;
    readonly ms: number;
  }[];
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
    | 'invalid-key'
    | 'token-expired'
    | 'missing-scope'
    | 'not-found'
    | 'expired'
    | 'method-not-allowed'
    | 'limit-reached'
    | 'idempotency-conflict'
    | 'upload-conflict'
    | 'unsupported-protocol'
    | 'precondition-failed'
    | 'too-large'
    | 'wrong-content-type'
    | 'encoded-body'
    | 'range-not-satisfiable'
    | 'damaged'
    | 'password-protected'
    | 'source-failed'
    | 'limit-exceeded'
    | 'idempotency-mismatch'
    | 'nothing-compressed'
    | 'upload-taken-over'
    | 'rate-limited'
    | 'quota-exceeded'
    | 'compression-failed'
    | 'batch-failed'
    | 'internal'
    | 'busy'
    | 'unavailable'
    | 'storage-full';
  /** To be named when a problem is reported; also in X-Request-Id. */
  readonly requestId: string;
}
/** Files that were sent together, and the job of each. */
export interface Batch {
  readonly id: string;
  /** completed when no job is open, whatever came of them. */
  readonly status: 'running' | 'completed';
  /** Of all files, until the last has ended. */
  readonly progress?: number;
  readonly createdAt: string;
  /** Files of the batch. */
  readonly fileCount: number;
  /** Files that were compressed, and have not expired. */
  readonly completedCount: number;
  /** Files that could not be compressed. */
  readonly failedCount: number;
  /** The jobs in the order of the form, without those that were cancelled or have expired. */
  readonly jobs: readonly Job[];
}
/** The deliveries of a job, in the order in which they were made. */
export interface DeliveryList {
  readonly deliveries: readonly Delivery[];
}
/** A webhook, or a result that is sent by PUT, with the log of its attempts. */
export interface Delivery {
  readonly jobId: string;
  /** Its name among the deliveries of the job. */
  readonly id: string;
  readonly type: 'webhook' | 'result';
  /** What a webhook tells. */
  readonly event?: 'job.completed' | 'job.failed' | 'batch.completed';
  /** The webhook-id of a webhook. */
  readonly messageId?: string;
  /** The receiver without path and query, which may hold secrets. */
  readonly receiver: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly createdAt: string;
  /** While it is pending, to the minute. */
  readonly nextAttemptAt?: string;
  readonly attempts: readonly {
    readonly at: string;
    /** Until the receiver answered, rounded up to tenths of a second; missing where it did not. */
    readonly durationMs?: number;
    readonly status?: number;
    readonly error?:
      'not-allowed' | 'no-answer' | 'wrong-status' | 'too-much' | 'superseded' | 'gone' | 'expired';
  }[];
}
/** Deliveries of the account, newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** Where there are older ones: the value of "before". */
  readonly next?: string;
}
/** What the webhooks of this account are signed with. */
export interface WebhookSecrets {
  /** All of them sign; the first one stays. */
  readonly secrets: readonly string[];
}
/** Where and how to send a file directly. */
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
/** A session. */
export interface Token {
  /** Valid for seven days. */
  readonly token: string;
}
/** Who is signed in. */
export interface Profile {
  readonly user: {
    readonly name: string;
    readonly picture: string;
    readonly email: string;
  };
}
/** Anyone who has the address can download the file. */
export interface Share {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: string;
}
/** Links of the account, newest first. */
export interface ShareList {
  readonly shares: readonly {
    readonly id: string;
    readonly url: string;
    /** Name of the download. */
    readonly fileName: string;
    /** zip holds several results. */
    readonly kind: 'jpeg' | 'png' | 'webp' | 'pdf' | 'pptx' | 'avif' | 'zip';
    /** How many results it holds. */
    readonly files: number;
    readonly bytes: number;
    readonly createdAt: string;
    readonly expiresAt: string;
    /** Name that those see who open it. */
    readonly sharedBy?: string;
    /** How often the file was fetched from its beginning. */
    readonly downloads: number;
  }[];
}
/** The keys of the account. */
export interface KeyList {
  readonly keys: readonly Key[];
}
/** A key, without its secret part. */
export interface Key {
  /** Public. */
  readonly id: string;
  readonly name: string;
  /** How the key begins. */
  readonly prefix: string;
  readonly scopes: readonly ('compress' | 'jobs:read' | 'share' | 'webhooks')[];
  /** Its own quota, where it has one. */
  readonly filesPerDay?: number;
  readonly filesToday: number;
  readonly createdAt: string;
  readonly expiresAt?: string;
  /** To the minute; missing for never. */
  readonly lastUsedAt?: string;
}
/** A key, and the key itself. */
export interface NewKey {
  /** Public. */
  readonly id: string;
  readonly name: string;
  /** How the key begins. */
  readonly prefix: string;
  readonly scopes: readonly ('compress' | 'jobs:read' | 'share' | 'webhooks')[];
  /** Its own quota, where it has one. */
  readonly filesPerDay?: number;
  readonly filesToday: number;
  readonly createdAt: string;
  readonly expiresAt?: string;
  /** To the minute; missing for never. */
  readonly lastUsedAt?: string;
  /** The key itself. It is shown this once and not stored. */
  readonly key: string;
}
/** What the account has used. */
export interface Usage {
  /** In UTC, such as 2026-11. */
  readonly month: string;
  /** Files compressed this month. */
  readonly files: number;
  readonly sourceBytes: number;
  readonly savedBytes: number;
  /** The day of UTC. */
  readonly today: {
    readonly files: number;
    /** The quota; null means any number. */
    readonly filesPerDay: number | null;
    readonly endsAt: string;
  };
  /** Files of the key that asks, today, and its quota. */
  readonly key?: {
    readonly files: number;
    /** The quota; null means any number. */
    readonly filesPerDay: number | null;
  };
}
/** The count. */
export interface Stats {
  readonly compressedCount: number;
}
/** Data of the event "progress". */
export interface JobProgress {
  readonly status: 'queued' | 'running';
  /** Jobs ahead of it in line, 0 for the next one. Where the queue tells it, while it waits. */
  readonly place?: number;
  /** How much is done; never goes back. */
  readonly progress: number;
  /** At the rate so far. Missing as long as there is none. */
  readonly secondsLeft?: number;
}
