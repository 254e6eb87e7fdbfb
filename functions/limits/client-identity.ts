import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { API_SCOPES, type ApiScope } from '#platform/contracts/api/scopes.ts';
import { drain } from '../http/drain.ts';
import { bearerToken } from '../services/session-tokens.ts';
import { addressKey } from './address-key.ts';

/** Who sends a request: the one answer for limits, the fair queue, quotas, ownership and repeated requests. */
export interface ClientIdentity {
  /**
   * Tells clients apart in queues, places and counts and names nobody, 22 URL-safe characters, see client-keys.ts. All
   * keys of an account and its sessions are one client: nobody gets more by making keys.
   */
  readonly key: string;
  readonly kind: 'address' | 'session' | 'api-key';
  /** Whose links, keys, webhooks and counts these are, see account-id.ts; undefined for an address. */
  readonly accountId?: string | undefined;
  /** Of a key, what it was made for; all for everybody else, who may do without a key what the API offers without. */
  readonly scopes: ReadonlySet<ApiScope>;
  /** Name of the limits that hold, see limit-tiers.ts. */
  readonly tier: string;
}

export interface ClientIdentification {
  /** The account of a valid session token, or null. Calls that need no token take an invalid one for none. */
  readonly accountOfSession: (token: string) => Promise<string | null>;
  /** See client-keys.ts. */
  readonly keyOf: (whose: 'address' | 'user', name: string) => string;
}

const ALL_SCOPES: ReadonlySet<ApiScope> = new Set(API_SCOPES);
const identities = new WeakMap<IncomingMessage, ClientIdentity>();

/** Finds out who sends a request, once, before any of its routes. */
export function identifyClients(identification: ClientIdentification): RequestHandler {
  return async (request, _response, next) => {
    try {
      identities.set(request, await identify(identification, request));
    } catch (error) {
      drain(request);
      throw error;
    }
    next();
  };
}

/** Who sends a request that went through {@link identifyClients}. */
export function clientIdentityOf(request: IncomingMessage): ClientIdentity {
  const found = identities.get(request);
  if (!found) throw new Error('Expected a request that went through identifyClients()');
  return found;
}

async function identify(
  { accountOfSession, keyOf }: ClientIdentification,
  request: Request,
): Promise<ClientIdentity> {
  const token = bearerToken(request.headers.authorization);
  const accountId = token === undefined ? null : await accountOfSession(token);
  if (accountId !== null)
    return {
      key: keyOf('user', accountId),
      kind: 'session',
      accountId,
      scopes: ALL_SCOPES,
      tier: 'signed-in',
    };
  return {
    key: keyOf('address', addressKey(request.ip)),
    kind: 'address',
    scopes: ALL_SCOPES,
    tier: 'anonymous',
  };
}
