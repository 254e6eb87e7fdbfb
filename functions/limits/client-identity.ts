import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { PAGE_HEADER } from '#platform/contracts/page-header.ts';
import { API_SCOPES, type ApiScope } from '#platform/contracts/api/scopes.ts';
import { credentialOf } from '../http/credential.ts';
import { drain } from '../http/drain.ts';
import { ApiError, isApiError } from '../services/api-error.ts';
import type { ApiKeys } from '../services/identity/api-keys/api-keys.ts';
import { KEY_PREFIX } from '../services/identity/api-keys/key-text.ts';
import { addressKey } from './address-key.ts';

/** Who sends a request: the one answer for limits, the fair queue, quotas, ownership and repeated requests. */
export interface ClientIdentity {
  /**
   * Tells clients apart in queues, holdings and counts without naming them, 22 URL-safe characters, see client-keys.ts. All
   * keys of an account and its sessions are one client: more keys give no more.
   */
  readonly key: string;
  /**
   * Tells apart who of a client sends, so that they take turns: by the API key, else by the page, which names itself. It gives no
   * more than a turn among those of its client. Undefined where nothing tells.
   */
  readonly session?: string | undefined;
  readonly kind: 'address' | 'session' | 'api-key';
  /** Whose links, keys, webhooks and counts these are, see account-id.ts; undefined for an address. */
  readonly accountId?: string | undefined;
  /** The key that was sent, and a quota of its own. */
  readonly apiKey?: { readonly id: string; readonly filesPerDay?: number | undefined } | undefined;
  /** Of a key, what it was made for; all for other clients, which may do what the API offers without a key. */
  readonly scopes: ReadonlySet<ApiScope>;
  /** Name of the limits that hold, see limit-tiers.ts. */
  readonly tier: string;
}

interface ClientIdentification {
  readonly keys: Pick<ApiKeys, 'verify'>;
  /** Called when a key was used, before its request is answered. */
  readonly onKeyUsed: (keyId: string) => void;
  /** Counts the look-up of a key before the store is asked, by the address. @throws ApiError "rate-limited" */
  readonly countKeyLookup: (request: Request) => Promise<void>;
  /** Counts a key that is none: as many look-ups at once. */
  readonly countKeyMiss: (request: Request) => Promise<void>;
  /** The account of a session token. @throws ApiError "unauthorized" or "token-expired" */
  readonly accountOfSession: (token: string) => Promise<string>;
  /** See client-keys.ts. */
  readonly keyOf: (whose: 'address' | 'user' | 'session', name: string) => string;
}

const ALL_SCOPES: ReadonlySet<ApiScope> = new Set(API_SCOPES);
const identities = new WeakMap<IncomingMessage, ClientIdentity>();

/** Finds out who sends a request, once, before any of its routes. */
export function identifyClients(identification: ClientIdentification): RequestHandler {
  return async (request, _response, next) => {
    try {
      identities.set(request, byAddress(identification, request));
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

/**
 * The account of a request that went through {@link identifyClients}.
 * @throws ApiError "unauthorized" when it has none
 */
export function accountOf(request: IncomingMessage): string {
  const { accountId } = clientIdentityOf(request);
  if (accountId === undefined) throw new ApiError('unauthorized');
  return accountId;
}

function byAddress({ keyOf }: ClientIdentification, request: Request): ClientIdentity {
  const key = keyOf('address', addressKey(request.ip));
  return { key, session: pageOf(keyOf, request), kind: 'address', scopes: ALL_SCOPES, tier: 'anonymous' };
}

function pageOf(keyOf: ClientIdentification['keyOf'], request: Request): string | undefined {
  const name = request.get(PAGE_HEADER);
  return name === undefined ? undefined : keyOf('session', name);
}

async function identify(identification: ClientIdentification, request: Request): Promise<ClientIdentity> {
  refuseKeyInAddress(request);
  const token = credentialOf(request);
  if (token === undefined) return byAddress(identification, request);
  if (token.startsWith('fp_')) return byKey(identification, request, token);
  const accountId = await identification.accountOfSession(token);
  return {
    key: identification.keyOf('user', accountId),
    session: pageOf(identification.keyOf, request),
    kind: 'session',
    accountId,
    scopes: ALL_SCOPES,
    tier: 'signed-in',
  };
}

async function byKey(
  { keys, keyOf, onKeyUsed, countKeyLookup, countKeyMiss }: ClientIdentification,
  request: Request,
  text: string,
): Promise<ClientIdentity> {
  let isLookedUp = false;
  const beforeLookup = () => {
    isLookedUp = true;
    return countKeyLookup(request);
  };
  const record = await keys.verify(text, beforeLookup).catch(async (error: unknown) => {
    if (isLookedUp && isApiError(error) && error.code === 'invalid-key') await countKeyMiss(request);
    throw error;
  });
  onKeyUsed(record.id);
  const { id, accountId, filesPerDay, tier } = record;
  return {
    key: keyOf('user', accountId),
    session: keyOf('session', id),
    kind: 'api-key',
    accountId,
    apiKey: { id, filesPerDay },
    scopes: new Set(record.scopes),
    tier,
  };
}

/** A key in an address ends up in logs, histories and referrers. @throws ApiError "invalid-request" */
function refuseKeyInAddress(request: Request): void {
  if (request.originalUrl.includes(KEY_PREFIX))
    throw new ApiError('invalid-request', {
      message:
        'A key does not belong in an address, where others can read it. Send it as "Authorization: Bearer …". Please revoke this one and make a new one.',
    });
}
