import type { ApiErrorCode } from '../api-errors.ts';
import type { ApiScope } from './scopes.ts';

/** A call of the API, for documents and pages; free of Node and of zod, so that pages use it too. */
export interface ApiOperation {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for what changes. */
  readonly path: string;
  /** What it does, as a title. */
  readonly title: string;
  /** What comes back when all goes well. */
  readonly answer: string;
  /** How it may fail, beside what can happen to every call. */
  readonly errors: readonly ApiErrorCode[];
  /** Which limit it counts against. */
  readonly limit?: 'files' | 'requests' | 'lookups' | 'device-files';
  /** Set for calls of the tus protocol: its headers are in every answer. */
  readonly protocol?: 'tus';
  /** What a key must be allowed to do; without it any key will do. Checked for every route by access-guard.ts. */
  readonly scope?: ApiScope;
  /** Whether it needs an account: a session token, or a key where `scope` lets one in. Checked there as well. */
  readonly needsToken?: boolean;
  /** Whether it needs a person: a session token and no key. */
  readonly sessionOnly?: boolean;
}

/** What can happen to every call; the last four only where a token or a key is sent. */
const COMMON_ERRORS = [
  'internal',
  'unavailable',
  'storage-full',
  'unauthorized',
  'invalid-key',
  'token-expired',
  'rate-limited',
] as const satisfies readonly ApiErrorCode[];

/** How a call may fail, all together. */
export function errorsOf({ errors, limit, scope, sessionOnly }: ApiOperation): readonly ApiErrorCode[] {
  const all: ApiErrorCode[] = [...errors, ...COMMON_ERRORS];
  if (scope !== undefined || sessionOnly) all.push('missing-scope');
  if (limit === 'files') all.push('quota-exceeded');
  return [...new Set(all)];
}

/** Of files that cannot be worked on. */
export const FILE_ERRORS = [
  'password-protected',
  'limit-exceeded',
] as const satisfies readonly ApiErrorCode[];
