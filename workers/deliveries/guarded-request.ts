import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  answerOf,
  checkedAddress,
  openRequest,
  type CheckedAddress,
  type RequestGuard,
} from '#platform/guarded-connection.ts';
import { RequestFailure, requestFailureOf } from '#platform/request-failure.ts';

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

/** Of an answer only the status counts. So much of its body is taken, so that small ones end in good order. */
const MAX_ANSWER_BYTES = 4_096;
const ANSWER_BODY_MS = 1_000;
/**
 * Sends a request to a public address, see guarded-connection.ts. Redirects are answers like others; nothing is kept of a body.
 * @throws RequestFailure, the signal's reason, or the error of the body that was to be sent
 */
export async function sendGuarded(outgoing: GuardedRequest, guard: RequestGuard): Promise<ReceiverAnswer> {
  const late = AbortSignal.timeout(outgoing.limitMs);
  const signal = AbortSignal.any([outgoing.signal, late]);
  try {
    return await exchange(outgoing, await checkedAddress(outgoing.url, guard, signal));
  } catch (error) {
    if (outgoing.signal.aborted) throw outgoing.signal.reason;
    if (error instanceof BodyError) throw error.cause;
    if (late.aborted) throw new RequestFailure('timed-out');
    throw requestFailureOf(error);
  }
}

/** What is wrong with the body is not the receiver's fault. */
class BodyError extends Error {}

async function exchange(
  { method, headers, body }: GuardedRequest,
  address: CheckedAddress,
): Promise<ReceiverAnswer> {
  const request = openRequest(address, method, headers);
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
