import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFailure } from './request-failure.ts';
import { hostOf, parseReceiver, ReceiverError, type ReceiverRules } from './receiver-url.ts';
import { resolveReceiver } from './resolve-receiver.ts';

export interface RequestGuard extends ReceiverRules {
  /** Name servers as `address:port` [those of the system]. */
  readonly nameServers?: readonly string[] | undefined;
  /** Certificates to trust [those that Node comes with]. */
  readonly ca?: string | undefined;
}

/** An address that a client has named and that may be connected to. */
export interface CheckedAddress {
  readonly url: URL;
  /** Gives the addresses that were checked: the name is not asked for again. */
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
  readonly ca: string | undefined;
}

/** Answers before the answer (1xx), such as 103 Early Hints; more is a receiver that never comes to an end. */
const MAX_INTERIM_ANSWERS = 10;

/**
 * Resolves the name of an address once and checks every address that it has.
 * @param signal ends the look-up, and the request that is opened afterwards
 * @throws RequestFailure "not-allowed" or "not-resolved", or the signal's reason
 */
export async function checkedAddress(
  text: string,
  guard: RequestGuard,
  signal: AbortSignal,
): Promise<CheckedAddress> {
  const url = parsed(text, guard);
  const found = await resolveReceiver(hostOf(url), { ...guard, signal });
  const lookup: LookupFunction = (_host, { all }, callback) =>
    all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family);
  return { url, lookup, signal, ca: guard.ca };
}

/** A request to the very addresses that were checked, over a connection of its own. Its body is still to be sent. */
export function openRequest(
  { url, lookup, signal, ca }: CheckedAddress,
  method: string,
  headers: Readonly<Record<string, string>>,
): ClientRequest {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return send({
    lookup,
    signal,
    ca,
    protocol: url.protocol,
    host: hostOf(url),
    port: url.port,
    path: url.pathname + url.search,
    method,
    headers: { 'User-Agent': 'Featherpress', ...headers },
    // None is kept that another request could be sent over.
    agent: false,
  });
}

/** What comes back, its body unread. @throws RequestFailure "broken-off", or the error of the connection */
export function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new RequestFailure('broken-off')));
    let interim = 0;
    request.on('information', () => {
      if (++interim > MAX_INTERIM_ANSWERS) request.destroy(new RequestFailure('broken-off'));
    });
  });
  answered.catch(() => {}); // The body may have failed first.
  return answered;
}

function parsed(text: string, guard: RequestGuard): URL {
  try {
    return parseReceiver(text, guard);
  } catch (error) {
    if (error instanceof ReceiverError) throw new RequestFailure('not-allowed', { cause: error });
    throw error;
  }
}
