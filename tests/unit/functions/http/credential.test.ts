import { describe, expect, it } from 'vitest';
import { credentialOf } from '#functions/http/credential.ts';
import { createKeyText } from '#functions/services/identity/api-keys/key-text.ts';

const KEY = createKeyText().text;
const SESSION = 'abc.def.ghi-_~';
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
/** Headers whose names speak of keys and tokens, and that hold none for the API. */
const NO_CREDENTIALS = Object.fromEntries(
  [
    ...['idempotency-key', 'sec-websocket-key', 'x-csrf-token', 'x-xsrf-token', 'x-amz-security-token'],
    ...['x-amzn-oidc-accesstoken', 'x-forwarded-access-token', 'x-auth-request-access-token'],
    ...['proxy-authorization', 'cf-access-client-id', 'x-client-id'],
  ].map((name) => [name, 'abc']),
);

describe('a credential', () => {
  it.each([
    ['Bearer', { authorization: `Bearer ${KEY}` }, KEY],
    ['bearer in small letters', { authorization: `bearer  ${SESSION} ` }, SESSION],
    ['X-API-Key', { 'x-api-key': KEY }, KEY],
    ['Basic', { authorization: basic(`api:${KEY}`) }, KEY],
    ['two headers that say the same', { authorization: `Bearer ${KEY}`, 'x-api-key': KEY }, KEY],
    ['an address with a key of somebody', { 'x-webhook-url': `https://a.example/?k=${KEY}` }, undefined],
    ['keys and tokens of browsers, proxies and this API', NO_CREDENTIALS, undefined],
    ['no header', {}, undefined],
  ])('is read from %s', (_where, headers, token) => {
    expect(credentialOf({ headers })).toBe(token);
  });

  it.each<[string, Record<string, string>, string]>([
    ['another scheme', { authorization: 'Digest username="api"' }, 'unauthorized'],
    ['a key without a scheme', { authorization: KEY }, 'invalid-key'],
    ['a token without a scheme', { authorization: SESSION }, 'unauthorized'],
    ['nothing', { authorization: '' }, 'unauthorized'],
    ['a scheme alone', { authorization: 'Bearer ' }, 'unauthorized'],
    ['what no token holds', { authorization: 'Bearer a b' }, 'unauthorized'],
    ['another user of Basic', { authorization: basic(`ada:${KEY}`) }, 'unauthorized'],
    ['the key as the user of Basic', { authorization: basic(`${KEY}:`) }, 'unauthorized'],
    ['no password', { authorization: basic('api:') }, 'unauthorized'],
    ['no base64', { authorization: 'Basic api' }, 'unauthorized'],
    ['an empty X-API-Key', { 'x-api-key': '' }, 'unauthorized'],
    ['a scheme in X-API-Key', { 'x-api-key': `Bearer ${KEY}` }, 'unauthorized'],
    ['two keys', { authorization: `Bearer ${KEY}`, 'x-api-key': createKeyText().text }, 'unauthorized'],
    ['Api-Key', { 'api-key': KEY }, 'invalid-key'],
    ['X-Auth-Token', { 'x-auth-token': `Token ${KEY}` }, 'invalid-key'],
    ['a key of another service', { 'api-key': 'abc' }, 'unauthorized'],
    ['a token of another service', { 'x-auth-token': 'abc' }, 'unauthorized'],
    ...[
      ...['apikey', 'api_key', 'x-api-token', 'x-access-token', 'x-access-key', 'access-token', 'x-auth-key'],
      ...['x-app-key', 'x-client-secret', 'x-secret-key', 'x-token', 'token', 'x-authorization'],
    ].map((name): [string, Record<string, string>, string] => [name, { [name]: 'abc' }, 'unauthorized']),
    ['a cookie', { cookie: `key=${KEY}` }, 'invalid-key'],
  ])('is refused, and not passed over, as %s', (_what, headers, code) => {
    expect(() => credentialOf({ headers })).toThrow(expect.objectContaining({ code }));
  });
});
