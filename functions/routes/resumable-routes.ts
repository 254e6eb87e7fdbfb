import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { checkContentCoding } from '../http/content-coding.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { drain } from '../http/drain.ts';
import { methodNotAllowed } from '../http/method-not-allowed.ts';
import { readRawUpload } from '../http/raw-upload.ts';
import {
  byteHeader,
  carriesBytes,
  checkTusVersion,
  readTusMetadata,
  TUS_EXTENSIONS,
  TUS_VERSION,
  withoutPairs,
} from '../http/tus-headers.ts';
import { clientIdentityOf } from '../limits/client-identity.ts';
import { isApiError } from '../services/api-error.ts';
import { isTargetName } from '../services/deliveries/delivery-targets.ts';
import type {
  ResumableRequest,
  ResumableState,
  ResumableUploads,
} from '../services/uploads/resumable-uploads.ts';
import { requestOptions } from './request-options.ts';
import { requestTargets } from './request-targets.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

/** Names of `Upload-Metadata` that tell of the file: those of tus-js-client and Uppy. All others are options. */
const FILE_NAMES = ['filename', 'name'];
const TYPE_NAMES = ['filetype', 'type'];
const OTHER_NAMES = ['relativePath'];

/** What every answer of the protocol says, those to preflights among them. */
export function tusHeaders(maxFileBytes: number): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('Tus-Resumable', TUS_VERSION);
    response.setHeader('Tus-Version', TUS_VERSION);
    response.setHeader('Tus-Extension', TUS_EXTENSIONS);
    response.setHeader('Tus-Max-Size', maxFileBytes);
    response.setHeader('Cache-Control', 'no-store');
    // Chromium sends a request once more by itself, from its beginning, when the line breaks that it has used before. A
    // piece that has a line of its own is left to its client, which asks first: ten breaks cost 0.1 MB and not 18 to 43.
    response.setHeader('Connection', 'close');
    next();
  };
}

/** Resumable uploads by the tus protocol. An upload that is whole becomes a job of the same id. */
export function resumableRoutes(dependencies: UploadDependencies, uploads: ResumableUploads): Router {
  const { limits } = dependencies;
  const router = express.Router();
  router.use('/api/resumable', tusVersion);
  router
    .route('/api/resumable')
    .post(
      drained(async (request, response) => {
        const release = await limits.admit(request, response);
        try {
          await create(dependencies, uploads, request, response);
        } finally {
          release();
        }
      }),
    )
    .all(methodNotAllowed('POST'));

  const patch = drained(async (request, response) => {
    const release = await limits.occupy(request);
    try {
      const offset = byteHeader(request, 'Upload-Offset');
      const state = await append(dependencies, uploads, idOf(request), offset, request, response);
      setState(response, state);
      response.status(204).end();
    } finally {
      release();
    }
  });
  const end: RequestHandler = async (request, response) => {
    await uploads.end(idOf(request), clientIdentityOf(request).accountId);
    response.status(204).end();
  };
  router
    .route('/api/resumable/:id')
    .head(async (request, response) => {
      const state = await uploads.read(idOf(request));
      setState(response, state);
      response.setHeader('Upload-Length', state.bytes);
      if (state.metadata !== '') response.setHeader('Upload-Metadata', state.metadata);
      response.status(200).end();
    })
    .patch(patch)
    .delete(end)
    // For networks that let only GET and POST pass.
    .post((request, response, next) => {
      const method = request.get('X-HTTP-Method-Override')?.toUpperCase();
      if (method === 'PATCH') return patch(request, response, next);
      if (method === 'DELETE') return end(request, response, next);
      return methodNotAllowed('HEAD, PATCH, DELETE')(request, response, next);
    })
    .all(methodNotAllowed('HEAD, PATCH, DELETE'));
  return router;
}

const tusVersion: RequestHandler = (request, _response, next) => {
  // Programs that look around without knowing the protocol are told which methods there are.
  if (request.method !== 'GET') checkTusVersion(request);
  next();
};

/** What a client that sends to another place sends again anyway; more of it is wasted, and the line may be slow. */
const CONFLICT_BYTES = 64 * 1024;

function isConflict(error: unknown): boolean {
  return isApiError(error) && ['upload-conflict', 'upload-taken-over'].includes(error.code);
}

/** Reads what a refused client still sends, so that it can read why. */
function drained(handle: (request: Request, response: Response) => Promise<void>): RequestHandler {
  return async (request, response) => {
    const signal = disconnectSignal(response);
    try {
      checkContentCoding(request);
      await handle(request, response);
    } catch (error) {
      if (isConflict(error)) drain(request, CONFLICT_BYTES);
      else drain(request);
      // A client that has gone gets no answer.
      if (!signal.aborted) throw error;
    }
  };
}

async function create(
  dependencies: UploadDependencies,
  uploads: ResumableUploads,
  request: Request,
  response: Response,
): Promise<void> {
  const { intake, limits } = dependencies;
  const wanted = requestedUpload(dependencies, request);
  const hasBytes = carriesBytes(request);
  const client = await limits.clientOf(request);
  await intake.checkCapacity(client);
  const created = await uploads.create(wanted, client);
  response.setHeader('Location', `/api/resumable/${created.id}`);
  if (!hasBytes) {
    setState(response, created);
  } else {
    const state = await append(dependencies, uploads, created.id, 0, request, response).catch(
      async (error: unknown) => {
        // Its client has no address to go on at, and would hold the bytes of an upload that stays open.
        response.removeHeader('Location');
        await uploads.end(created.id, client.accountId).catch(() => {}); // It is gone already, or expires.
        throw error;
      },
    );
    setState(response, state);
  }
  response.status(201).end();
}

function requestedUpload({ targets }: UploadDependencies, request: Request): ResumableRequest {
  const bytes = byteHeader(request, 'Upload-Length');
  const metadata = request.get('Upload-Metadata') ?? '';
  const pairs = readTusMetadata(metadata);
  const told = (names: readonly string[]) =>
    pairs.find(([name, text]) => names.includes(name) && text !== '')?.[1];
  const others = [...FILE_NAMES, ...TYPE_NAMES, ...OTHER_NAMES];
  const fields = pairs.filter(([name]) => !others.includes(name));
  const options = requestOptions(request, fields);
  return {
    bytes,
    // The state of an upload must not tell the secrets in addresses.
    metadata: withoutPairs(metadata, isTargetName),
    options,
    deliver: requestTargets(targets, request, fields, { isAsync: true }),
    fileName: told(FILE_NAMES),
    mimeType: told(TYPE_NAMES),
  };
}

async function append(
  { metrics, maxFileBytes }: UploadDependencies,
  uploads: ResumableUploads,
  id: string,
  offset: number,
  request: Request,
  response: Response,
): Promise<ResumableState> {
  carriesBytes(request);
  const length = request.headers['content-length'];
  const signal = disconnectSignal(response);
  const limits = { maxBodyBytes: maxFileBytes };
  const state = await readRawUpload(request, limits, ({ bytes: body }) =>
    uploads.append(id, { offset, body, signal, bytes: length === undefined ? undefined : Number(length) }),
  );
  metrics.uploadBytes.inc(state.offset - offset);
  return state;
}

function setState(response: Response, { id, offset, expiresAt, isCompleted }: ResumableState): void {
  response.setHeader('Upload-Offset', offset);
  if (!isCompleted) {
    response.setHeader('Upload-Expires', expiresAt.toUTCString());
    return;
  }
  response.setHeader('X-Job-Id', id);
  response.setHeader('Link', `</api/jobs/${id}>; rel="describedby"; type="application/json"`);
}

function idOf(request: Request): string {
  return String(request.params.id ?? '');
}
