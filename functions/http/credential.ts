import type { IncomingMessage } from 'node:http';
import { ApiError } from '../services/api-error.ts';
import { KEY_PREFIX } from '../services/identity/api-keys/key-text.ts';

const HOW =
  'Send it as "Authorization: Bearer …", as "X-API-Key: …", or with Basic as the password of the user "api".';
/** RFC 6750, section 2.1. */
const TOKEN = /^ *([\w.~+/-]+=*) *$/;
/** Headers in which other services take keys, such as "X-Auth-Key": whatever stands there was meant to count. */
const OF_OTHERS =
  /^(?:x-)?(?:(?:access|api|app|auth|client|secret)[-_]?(?:key|secret|token)|authorization|key|token)$/;
/** Addresses of others, which may hold keys of theirs. */
const ADDRESSES: ReadonlySet<string> = new Set(['x-webhook-url', 'x-result-url']);

/**
 * The session token or key that a request carries. One that is sent in another way is refused: its sender believes that
 * it counts, and would get the limits of an anonymous client.
 * @returns undefined where it carries none
 * @throws ApiError "unauthorized" or "invalid-key"
 */
export function credentialOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { authorization, 'x-api-key': apiKey, ...others } = headers;
  for (const [name, value] of Object.entries(others))
    if (!ADDRESSES.has(name) && String(value).includes(KEY_PREFIX))
      throw new ApiError('invalid-key', {
        message: `The key is in the header ${name}, where none is looked for. ${HOW}`,
      });
  const other = Object.keys(others).find((name) => OF_OTHERS.test(name));
  if (other !== undefined)
    throw new ApiError('unauthorized', { message: `No key is looked for in the header ${other}. ${HOW}` });
  const inAuthorization = authorization === undefined ? undefined : authorized(authorization);
  const inApiKey = apiKey === undefined ? undefined : tokenIn(String(apiKey));
  if (inAuthorization !== undefined && inApiKey !== undefined && inAuthorization !== inApiKey)
    throw new ApiError('unauthorized', { message: 'Two different keys or tokens were sent. Send one.' });
  return inAuthorization ?? inApiKey;
}

function authorized(header: string): string {
  const [, scheme = '', value = ''] = /^ *(\S+)(?: +(.*))?$/.exec(header) ?? [];
  if (scheme.startsWith(KEY_PREFIX)) throw new ApiError('invalid-key', { message: HOW });
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return tokenIn(value);
    case 'basic': {
      const [, user, password = ''] =
        /^([^:]*):(.*)$/s.exec(Buffer.from(value, 'base64').toString('utf8')) ?? [];
      if (user === 'api') return tokenIn(password);
      throw new ApiError('unauthorized', { message: `Basic is for keys, with the user "api". ${HOW}` });
    }
    default:
      throw new ApiError('unauthorized', {
        message: `This way to send a key or a token is not known. ${HOW}`,
      });
  }
}

function tokenIn(text: string): string {
  const [, token] = TOKEN.exec(text) ?? [];
  if (token === undefined) throw new ApiError('unauthorized');
  return token;
}
