import type { JobOptions } from '#engine/api/options.ts';

/**
 * The step between a chosen file and a job of the server, and the only place that knows how bytes travel. A way to
 * upload is a function of the type {@link UploadFile}; `upload-file.ts` chooses among them, and nothing else of the page
 * changes when there is another one.
 */
export type UploadFile = (request: UploadRequest, watch: UploadWatch) => Promise<UploadOutcome>;

export interface UploadRequest {
  /** Name and type are right already, see recognise.ts. */
  readonly file: File;
  readonly options: JobOptions;
  /** Which file of this tab's list it is; left out for one that is in no list. */
  readonly index?: number;
  /** It was compressed in this browser, and the public count has been told [false]. */
  readonly isMadeHere?: boolean;
  /** Another page follows the job, so that an answer with the result would be too late [false]. */
  readonly isLeft?: boolean;
}

interface UploadWatch {
  /** Ends the upload; the promise then rejects with the signal's reason, and the server keeps nothing of it. */
  readonly signal: AbortSignal;
  /** How many bytes of the file have left so far; never falls while one upload lasts. */
  onSent(bytes: number): void;
}

/**
 * What an upload ends with: a job to be followed, or an answer 200 with the result itself, as servers of an earlier
 * version give it.
 *
 * It rejects with `CompressionRefused`. Where that is `passing` (line lost, server away or busy) the caller waits and
 * calls again with the same `File` object: a resumable way goes on where it stood, any other one begins anew.
 */
type UploadOutcome = UploadedJob | { readonly type: 'result'; readonly response: Response };

interface UploadedJob {
  readonly type: 'job';
  readonly jobId: string;
  /**
   * To be called when the job is over for this page. Until then a page that is loaded anew before it has written down the
   * job finds it by the place of its upload, and does not send the file again.
   */
  readonly release?: () => void;
}
