import { formatJobOptions } from '#platform/contracts/job-option-text.ts';
import { withSession } from '~/session/with-session.ts';
import { refusalOf } from '../queue/refusal-of.ts';
import { newTraceParent } from './trace-parent.ts';
import { sendByXhr } from './send-by-xhr.ts';
import type { UploadFile, UploadRequest } from './upload.ts';

/** Below this most files are compressed sooner than their progress could be told. */
export const SMALL_BYTES = 512 * 1024;
/** How long the answer waits for the result of a small file, in place of a job that is followed and fetched: two requests fewer. */
const WAIT_SECONDS = 1;

/**
 * `POST /api/compress`: the whole file in one form, answered with a job as soon as it is stored, or with the result of a small
 * file that is soon ready.
 */
export const uploadByForm: UploadFile = async (upload, { signal, onSent }) => {
  const path = '/api/compress';
  const mayEndSoon = !upload.isLeft && upload.file.size < SMALL_BYTES;
  const response = await withSession(path, (session) =>
    sendByXhr({
      method: 'POST',
      path,
      headers: {
        ...session,
        Prefer: mayEndSoon ? `respond-async, wait=${WAIT_SECONDS}` : 'respond-async',
        traceparent: newTraceParent(),
        ...(upload.isMadeHere ? { 'X-Made-On-Device': 'true' } : {}),
      },
      body: formOf(upload),
      signal,
      // The form around the file counts in what is sent.
      onSent: (bytes) => onSent(Math.min(bytes, upload.file.size)),
    }),
  );
  if (!response.ok) throw await refusalOf(response);
  if (response.status !== 202) return { type: 'result', response };
  return { type: 'job', jobId: ((await response.json()) as { id: string }).id };
};

/** The form of one file. */
export function formOf({ file, options }: UploadRequest): FormData {
  const form = new FormData();
  // Before the file: the server reads the form as a stream.
  for (const [name, text] of formatJobOptions(options)) form.append(name, text);
  form.append('file', file, file.name);
  return form;
}
