/**
 * Resumable uploads by the tus protocol (tus.io, version 1.0), for all of our code that sends large files: the page, the
 * command line and the client of the API. What makes a request, and how long to be patient, is the caller's.
 */

/** From this size on a file is sent in a way that a broken line does not start anew. */
export const RESUMABLE_FROM_BYTES: number = 8 * 1024 * 1024;
/**
 * Bytes of one request: a part of the server's. Proxies limit bodies, and browsers send a request whose line broke once more
 * by themselves, from its beginning, which the server has to refuse.
 */
const PIECE_BYTES = 8 * 1024 * 1024;
const TUS = { 'Tus-Resumable': '1.0.0' };
/** The server does not know the upload any more. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);
/** The upload stands elsewhere, or an earlier connection has just been ended: ask and go on. */
const MOVED: ReadonlySet<number | undefined> = new Set([409, 423]);
const MAX_MOVES = 5;

/** A request to be made. */
export interface UploadCall {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  /** Path at the server, or a whole address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob | undefined;
  /** To be told how many bytes of the body have left. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

export interface UploadPlan {
  readonly file: Blob;
  readonly name: string;
  /** Options of the job as names and texts. */
  readonly fields: readonly (readonly [name: string, text: string])[];
  /** Where uploads are created ["/api/resumable"]. */
  readonly endpoint?: string;
  /** @returns an answer of 2xx @throws an error, with `status` where there was another answer */
  readonly send: (call: UploadCall) => Promise<Response>;
  /** Told how many bytes have left; fewer again after a break. */
  readonly onSent?: ((bytes: number) => void) | undefined;
  /** Told how many bytes the server has, when it says so. */
  readonly onStand?: ((offset: number) => void) | undefined;
}

/** Where an upload is. Handed in again, on the same page or after a reload, it goes on there. */
export interface UploadPlace {
  /** As the server named it; null before there is one. */
  path: string | null;
}

/**
 * Sends a file, or the rest of it.
 * @param place is filled in as soon as the upload has one, and emptied when the server does not know it any more
 * @returns the id of its job; null where the server names none
 * @throws what `send` throws: call again, with the same place, to go on where it stood
 */
export async function uploadResumably(plan: UploadPlan, place: UploadPlace): Promise<string | null> {
  let stand = (await askStand(plan, place)) ?? (await create(plan, place));
  for (let moves = 0; stand.offset < plan.file.size;) {
    plan.onStand?.(stand.offset);
    try {
      stand = await sendPiece(plan, place, stand.offset);
      moves = 0;
    } catch (error) {
      if (!MOVED.has(statusOf(error)) || ++moves > MAX_MOVES) throw error;
      stand = (await askStand(plan, place)) ?? (await create(plan, place));
    }
  }
  return stand.jobId;
}

/** Ends an upload: the server forgets what it has of it. */
export async function endUpload({ send }: Pick<UploadPlan, 'send'>, { path }: UploadPlace): Promise<void> {
  if (path !== null) await send({ method: 'DELETE', path, headers: TUS });
}

interface Stand {
  readonly offset: number;
  readonly jobId: string | null;
}

async function create(
  { file, name, fields, send, endpoint = '/api/resumable' }: UploadPlan,
  place: UploadPlace,
) {
  const pairs = [['filename', name], ['filetype', file.type], ...fields].filter(([, text]) => text !== '');
  const metadata = pairs.map(([key, text]) => `${key} ${base64(text!)}`).join(',');
  const headers = { ...TUS, 'Upload-Length': String(file.size), 'Upload-Metadata': metadata };
  const answer = await send({ method: 'POST', path: endpoint, headers });
  place.path = answer.headers.get('location');
  if (place.path === null) throw new Error('Expected a Location for the upload but received none');
  return standOf(answer, 0);
}

/** How an upload stands; null when there is none, or none any more. */
async function askStand({ send }: UploadPlan, place: UploadPlace): Promise<Stand | null> {
  if (place.path === null) return null;
  try {
    return standOf(await send({ method: 'HEAD', path: place.path, headers: TUS }));
  } catch (error) {
    if (!GONE.has(statusOf(error))) throw error;
    place.path = null;
    return null;
  }
}

async function sendPiece(
  { file, send, onSent }: UploadPlan,
  place: UploadPlace,
  offset: number,
): Promise<Stand> {
  const answer = await send({
    method: 'PATCH',
    path: place.path!,
    headers: { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body: file.slice(offset, offset + PIECE_BYTES),
    onSent: (bytes) => onSent?.(Math.min(offset + bytes, file.size)),
  });
  const stand = standOf(answer);
  onSent?.(stand.offset);
  return stand;
}

/** @param otherwise where a creation does not say it */
function standOf({ headers }: Response, otherwise?: number): Stand {
  const offset = Number(headers.get('upload-offset') ?? otherwise ?? NaN);
  if (!Number.isSafeInteger(offset)) throw new Error('Expected an Upload-Offset but received none');
  return { offset, jobId: headers.get('x-job-id') };
}

function statusOf(error: unknown): number | undefined {
  return (error as { status?: number } | null)?.status;
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
