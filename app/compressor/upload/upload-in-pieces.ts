import {
  endUpload,
  uploadResumably,
  type UploadCall,
  type UploadPlace,
} from '#functions/client/resumable-upload.ts';
import { formatJobOptions } from '#platform/contracts/job-option-text.ts';
import { withSession } from '~/session/with-session.ts';
import { listName } from '../kept/list-name.ts';
import { CompressionRefused } from '../queue/refusal.ts';
import { refusalOf } from '../queue/refusal-of.ts';
import { sendByXhr } from './send-by-xhr.ts';
import type { UploadFile, UploadRequest } from './upload.ts';
import { newTraceParent } from './trace-parent.ts';
import { PAGE_LEFT } from './page-left.ts';
import { claimPlace, forgetPlace, rememberPlace } from './upload-places.ts';

/** A refusal with the status that it came with, which tells the protocol what to do. */
class RefusedWith extends CompressionRefused {
  readonly status: number;

  constructor(status: number, { message, retryable, passing }: CompressionRefused) {
    super(message, { retryable, passing });
    this.status = status;
  }
}

/** An upload that another page of the same browser, or a line that is not quite dead, has taken over. */
const TAKEN_OVER: ReadonlySet<number> = new Set([409, 423]);

/** A resumable upload: it goes on where it stood after a broken line, and after a reload of the page. */
export const uploadInPieces: UploadFile = async (upload, { signal, onSent }) => {
  const key = uploadKey(upload);
  const claim = claimPlace(key);
  const place: UploadPlace = {
    get path() {
      return claim.path;
    },
    set path(path) {
      claim.path = path;
      rememberPlace(key, path);
    },
  };
  const traceparent = newTraceParent();
  const plan = {
    file: upload.file,
    name: upload.file.name,
    fields: formatJobOptions(upload.options),
    send: (call: UploadCall) => send({ ...call, headers: { ...call.headers, traceparent } }, signal),
    onSent,
  };
  try {
    const jobId = await uploadResumably(plan, place);
    if (jobId === null) throw new CompressionRefused('Compression Failed', { retryable: true });
    const release = () => {
      if (signal.reason !== PAGE_LEFT) forgetPlace(key);
      claim.release();
    };
    return { type: 'job', jobId, release };
  } catch (error) {
    claim.release();
    if (signal.reason === PAGE_LEFT) throw error;
    if (signal.aborted) {
      forgetPlace(key);
      // It expires by itself.
      await endUpload({ send: (call) => send(call, AbortSignal.timeout(5_000)) }, claim).catch(() => {});
      throw signal.reason;
    }
    const isPassing = error instanceof CompressionRefused && error.passing !== null;
    if (!isPassing) forgetPlace(key);
    throw error;
  }
};

async function send(call: UploadCall, signal: AbortSignal): Promise<Response> {
  const response = await withSession(call.path, (session) =>
    sendByXhr({ ...call, headers: { ...call.headers, ...session }, signal }),
  );
  if (response.ok) return response;
  const { status } = response;
  const refusal = await refusalOf(response);
  const passing = TAKEN_OVER.has(status) ? ({ cause: 'line', afterMs: null } as const) : refusal.passing;
  const { message, retryable } = refusal;
  throw new RefusedWith(status, new CompressionRefused(message, { retryable, passing }));
}

/**
 * Names one file of this tab's list with its options, for later pages of the tab as well. Another file of the same name,
 * size and date has another key: its bytes must not end what this one began.
 */
export function uploadKey({ file, index, options }: UploadRequest): string {
  const asked = formatJobOptions(options).flat().join(' ');
  return [thisList(), index, file.size, file.lastModified, asked, file.name].join('/');
}

/** Where the storage is closed no later page has the list. */
function thisList(): string {
  try {
    return listName();
  } catch {
    return '';
  }
}
