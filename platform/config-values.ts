import { z } from 'zod';
import { isAddressRange } from './public-addresses.ts';
import { isWebhookSecret } from './webhook-secrets.ts';

/** Schemas for the text values of environment variables. Each problem says expected and received. */

function parsed<T>(expected: string, parse: (text: string) => T | undefined) {
  return z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `expected ${expected} but received "${text}"` });
    return z.NEVER;
  });
}

/** A whole number within inclusive bounds. */
export function wholeNumber(min: number, max: number) {
  return parsed(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

/** One of a fixed set of words. */
export function oneOf<const W extends readonly string[]>(words: W) {
  return parsed(`one of ${words.join(', ')}`, (text): W[number] | undefined =>
    words.find((word) => word === text),
  );
}

/** An absolute address with one of the given protocols; comes back without trailing slash. */
export function address(...protocols: readonly string[]) {
  const wanted = `an address that starts with ${protocols.map((name) => `${name}://`).join(' or ')}`;
  return parsed(wanted, (text) => {
    if (!URL.canParse(text)) return undefined;
    return protocols.includes(new URL(text).protocol.slice(0, -1)) ? text.replace(/\/+$/, '') : undefined;
  });
}

/** An address that is no more than protocol, host and port; comes back as browsers write it. */
export function webOrigin() {
  return parsed('http:// or https:// with a host and nothing after it', (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
      ? url.origin
      : undefined;
  });
}

/** Text that matches a pattern. */
export function matching(pattern: RegExp, expected: string) {
  return parsed(expected, (text) => (pattern.test(text) ? text : undefined));
}

/** A secret: its value never appears in a message. */
export function secret(minLength: number) {
  return z.string().refine((text) => text.length >= minLength, {
    error: ({ input }) =>
      `expected at least ${minLength} characters but received ${typeof input === 'string' ? input.length : 0}`,
  });
}

/** Secrets separated by commas, the newest first. */
export function secrets(minLength: number) {
  return z.string().transform((text, context) => {
    const list = text.split(',').map((each) => each.trim());
    const short = list.find((each) => each.length < minLength);
    if (short === undefined) return list;
    context.addIssue({
      code: 'custom',
      message: `expected at least ${minLength} characters${list.length > 1 ? ' in each of the secrets between commas' : ''} but received ${short.length}`,
    });
    return z.NEVER;
  });
}

/**
 * Secrets of the Standard Webhooks form, `whsec_` (which may be left out) and 24 to 64 bytes in base64, between commas;
 * their values never appear in a message.
 */
export function webhookSecrets() {
  return listOf('whsec_ and 24 to 64 bytes in base64', isWebhookSecret, {
    isSecret: true,
    // Stores of secrets make random characters, and cannot put anything in front.
    normalise: (text) => (text.startsWith('whsec_') ? text : `whsec_${text}`),
  });
}

/** Ranges of addresses between commas. */
export function addressRanges() {
  return listOf('a range of addresses such as 10.0.0.0/8', isAddressRange);
}

function listOf(
  expected: string,
  isValue: (text: string) => boolean,
  { isSecret = false, normalise = (text: string) => text } = {},
) {
  return z.string().transform((text, context) => {
    const values = text.split(',').map((value) => normalise(value.trim()));
    const wrong = values.findIndex((value) => !isValue(value));
    if (wrong < 0) return values;
    const received = isSecret ? `another value at place ${wrong + 1}` : `"${values[wrong]}"`;
    context.addIssue({ code: 'custom', message: `expected ${expected} but received ${received}` });
    return z.NEVER;
  });
}

/** A share of a whole, 0 to 1. */
export function share() {
  return z.string().transform((text, context) => {
    const value = Number(text);
    if (text.trim() !== '' && value >= 0 && value <= 1) return value;
    context.addIssue({ code: 'custom', message: `expected a number from 0 to 1 but received "${text}"` });
    return z.NEVER;
  });
}
