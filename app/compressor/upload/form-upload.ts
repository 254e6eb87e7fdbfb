import { formatJobOptions } from '#platform/contracts/job-option-text.ts';
import { refusalOf } from '../refusal-of.ts';
import { connectionLost } from '../refusal.ts';
import type { UploadFile, UploadOutcome, UploadRequest } from './upload.ts';

/** A line over which nothing has moved for so long is dead, whatever the system says. */
const STALLED_AFTER_MS = 60_000;

/**
 * `POST /api/compress`: the whole file in one form, answered with a job as soon as it is stored.
 * XMLHttpRequest, because fetch does not say how much has been sent.
 */
export const uploadByForm: UploadFile = (upload, { signal, onSent }) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const request = new XMLHttpRequest();
    const stall = stallWatch(() => request.abort());
    const end = (settle: () => void) => {
      stall.end();
      signal.removeEventListener('abort', stop);
      settle();
    };
    const lost = () => end(() => reject(connectionLost()));
    const stop = () => {
      request.abort();
      end(() => reject(signal.reason as Error));
    };
    signal.addEventListener('abort', stop, { once: true });
    request.upload.onprogress = ({ loaded }) => {
      stall.moved();
      // The form around the file counts in what is loaded.
      onSent(Math.min(loaded, upload.file.size));
    };
    // The server may take its time to store and to answer.
    request.upload.onload = () => stall.end();
    request.onload = () => end(() => resolve(outcomeOf(request)));
    request.onerror = lost;
    request.onabort = lost;
    request.open('POST', '/api/compress');
    request.setRequestHeader('Prefer', 'respond-async');
    request.responseType = 'blob';
    request.send(formOf(upload));
  });

/** The form of one file. */
export function formOf({ file, options }: UploadRequest): FormData {
  const form = new FormData();
  // Before the file: the server reads the form as a stream.
  for (const [name, text] of formatJobOptions(options)) form.append(name, text);
  form.append('file', file, file.name);
  return form;
}

async function outcomeOf(request: XMLHttpRequest): Promise<UploadOutcome> {
  const response = new Response(request.response as Blob, {
    status: request.status,
    headers: headersOf(request),
  });
  if (!response.ok) throw await refusalOf(response);
  if (response.status !== 202) return { type: 'result', response };
  return { type: 'job', jobId: ((await response.json()) as { id: string }).id };
}

function headersOf(request: XMLHttpRequest): [string, string][] {
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  return lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
}

function stallWatch(onStall: () => void) {
  let timer = setTimeout(onStall, STALLED_AFTER_MS);
  return {
    moved() {
      clearTimeout(timer);
      timer = setTimeout(onStall, STALLED_AFTER_MS);
    },
    end: () => clearTimeout(timer),
  };
}
