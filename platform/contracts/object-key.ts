const SEGMENT = '[A-Za-z0-9_-][A-Za-z0-9_.-]*';
const KEY = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);
const PREFIX = new RegExp(`^(${SEGMENT}/)*(${SEGMENT})?$`);
/** With its ending, a flattened key must still be a file name (255 bytes). */
const MAX_KEY_LENGTH = 200;

/**
 * Refuses what is not an object key: segments of `[A-Za-z0-9_.-]` between slashes, none empty, none that starts with
 * a dot, at most 200 characters.
 * @throws Error with code "bad-object-key"
 */
export function checkObjectKey(key: string): void {
  if (!KEY.test(key) || key.length > MAX_KEY_LENGTH) throw badKey('an object key', key);
}

/** Checks the beginning of a key; empty means all. @throws Error with code "bad-object-key" */
export function checkObjectPrefix(prefix: string): void {
  if (!PREFIX.test(prefix) || prefix.length > MAX_KEY_LENGTH)
    throw badKey('the beginning of an object key', prefix);
}

function badKey(expected: string, received: string): Error {
  const error = new Error(`Expected ${expected} but received ${JSON.stringify(received).slice(0, 120)}`);
  return Object.assign(error, { code: 'bad-object-key' });
}
