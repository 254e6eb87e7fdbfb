import { randomBytes } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiErrorBody } from '#platform/contracts/api-errors.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
}

const NOT_HTTP: Refusal = {
  status: 400,
  message: 'This is no well-formed HTTP request. Its length may be another one than it says.',
};
/** What the parser says of a request, by its code. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'The headers and the address are longer than 16 KB together.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The extensions of the chunks are too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
};

/**
 * Answers in words to what is no HTTP, where Node has a status without a body. Of a body that is longer than was said, what
 * comes after it looks like another request, and a broken one: the answer to the first one comes all the same.
 */
export function answerBrokenRequests(server: Server): void {
  const exchanges = new WeakMap<Duplex, Exchange>();
  const remember = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    exchanges.set(socket, { request, response });
    response.once('close', () => {
      if (exchanges.get(socket)?.response === response) exchanges.delete(socket);
    });
  };
  server.prependListener('request', remember);
  server.prependListener('checkContinue', remember);
  // Node answers without a word of its own.
  server.on('checkExpectation', (request, response) => {
    remember(request, response);
    request.resume();
    refuse(response, { status: 417, message: 'Of Expect only "100-continue" is understood.' });
  });
  // A request for a tunnel, which Node ends without a word.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {}).end(refusalText({ status: 501, message: 'This server is no proxy.' }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const open = exchanges.get(socket);
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy(error);
    else if (open?.request.complete) answerLast(open.response, socket);
    else if (open?.response.headersSent) socket.destroy(error);
    else socket.end(refusalText(REFUSALS[error.code ?? ''] ?? NOT_HTTP));
  });
}

/** Nothing can be read after it. */
function answerLast(response: ServerResponse, socket: Duplex): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.once('close', () => socket.end());
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const { headers, json } = wordsOf(refusal);
  response.writeHead(refusal.status, headers).end(json);
}

function refusalText(refusal: Refusal): string {
  const { headers, json } = wordsOf(refusal);
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    json,
  ].join('\r\n');
}

/** The answer to what does not get as far as the API, in the form of its errors. */
function wordsOf({ message }: Refusal) {
  const requestId = randomBytes(9).toString('base64url');
  const body: ApiErrorBody = { error: message, code: 'invalid-request', requestId };
  const json = JSON.stringify(body);
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  };
  return { headers, json };
}
