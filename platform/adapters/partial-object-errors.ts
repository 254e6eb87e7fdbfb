/** The error of `PartialObjects` for a ticket that is over. */
export function noPartialObject(key: string, cause?: unknown): Error {
  const error = new Error(`Expected an unfinished object ${key} but there is none`, { cause });
  return Object.assign(error, { code: 'no-partial-object' });
}

/** The error of `PartialObjects.append` at another offset than what is kept. */
export function wrongOffset(expected: number, received: number): Error {
  const error = new Error(`Expected bytes from ${expected} on but received those from ${received} on`);
  return Object.assign(error, { code: 'wrong-offset', expected });
}
