import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hostOf, parseReceiver, ReceiverError, type ReceiverRules } from '#platform/receiver-url.ts';
import { DeliveryFailure, deliveryFailureOf } from './delivery-failure.ts';
import { resolveReceiver } from './resolve-receiver.ts';

/** A request to an address that a client has named. */
export interface GuardedRequest {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<Uint8Array>;
  /** For all of it, from the look-up of the name to the status. */
  readonly limitMs: number;
  /** Aborts when this process stops; then the signal's reason is thrown. */
  readonly signal: AbortSignal;
}

/** What a receiver answered. */
interface ReceiverAnswer {
  readonly status: number;
  /** Where it asks for a pause. */
  readonly retryAfter: string | undefined;
}

export interface RequestGuard extends ReceiverRules {
  /** Name servers as `address:port` [those of the system]. */
  readonly nameServers?: readonly string[] | undefined;
  /** Certificates to trust [those that Node comes with]. */
  readonly ca?: string | undefined;
}

/** Of an answer only the status counts. So much of its body is taken, so that small ones end in good order. */
const MAX_ANSWER_BYTES = 4_096;
const ANSWER_BODY_MS = 1_000;
/** Answers before the answer (1xx), such as 103 Early Hints; more is a receiver that never comes to an end. */
const MAX_INTERIM_ANSWERS = 10;

/**
 * Sends a request to a public address. The name is resolved once, every address is checked, and the connection goes to
 * the very addresses that were checked. Redirects are answers like others; nothing is kept of a body.
 * @throws DeliveryFailure, the signal's reason, or the error of the body that was to be sent
 */
export async function sendGuarded(outgoing: GuardedRequest, guard: RequestGuard): Promise<ReceiverAnswer> {
  const late = AbortSignal.timeout(outgoing.limitMs);
  const signal = AbortSignal.any([outgoing.signal, late]);
  try {
    const url = parseReceiver(outgoing.url, guard);
    const found = await resolveReceiver(hostOf(url), { ...guard, signal });
    const lookup: LookupFunction = (_host, { all }, callback) =>
      all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family);
    return await exchange(outgoing, url, { lookup, signal, ca: guard.ca });
  } catch (error) {
    if (outgoing.signal.aborted) throw outgoing.signal.reason;
    if (error instanceof BodyError) throw error.cause;
    if (late.aborted) throw new DeliveryFailure('timed-out');
    if (error instanceof ReceiverError) throw new DeliveryFailure('not-allowed', { cause: error });
    throw deliveryFailureOf(error);
  }
}

/** What is wrong with the body is not the receiver's fault. */
class BodyError extends Error {}

async function exchange(
  { method, headers, body }: GuardedRequest,
  url: URL,
  options: RequestOptions & { readonly ca: string | undefined },
): Promise<ReceiverAnswer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send({
    ...options,
    protocol: url.protocol,
    host: hostOf(url),
    port: url.port,
    path: url.pathname + url.search,
    method,
    headers: { 'User-Agent': 'Featherpress', ...headers },
    // A connection of its own: none is kept that another request could be sent over.
    agent: false,
  });
  try {
    const answered = answerOf(request);
    const sent = sendBody(request, body);
    // A receiver may answer before it has read everything.
    const answer = await Promise.race([answered, sent.then(() => answered)]);
    await takeSome(answer);
    return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] };
  } finally {
    request.destroy();
  }
}

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new DeliveryFailure('broken-off')));
    let interim = 0;
    request.on('information', () => {
      if (++interim > MAX_INTERIM_ANSWERS) request.destroy(new DeliveryFailure('broken-off'));
    });
  });
  answered.catch(() => {}); // The body may have failed first.
  return answered;
}

async function sendBody(request: ClientRequest, body: GuardedRequest['body']): Promise<void> {
  if (typeof body === 'string') {
    request.end(body);
    return;
  }
  let failure: BodyError | undefined;
  const source = Readable.from(
    (async function* () {
      try {
        yield* body;
      } catch (cause) {
        failure = new BodyError('The body could not be read', { cause });
        throw failure;
      }
    })(),
  );
  // A connection that ends meanwhile is told by the request itself.
  await pipeline(source, request).catch(() => {
    if (failure) throw failure;
  });
}

/** Takes the beginning of a body, and lets go of it. */
async function takeSome(answer: IncomingMessage): Promise<void> {
  let taken = 0;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ANSWER_BODY_MS);
    answer.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      if (taken > MAX_ANSWER_BYTES) resolve();
    });
    for (const event of ['end', 'error', 'close']) answer.once(event, resolve);
  });
  clearTimeout(timer);
}
