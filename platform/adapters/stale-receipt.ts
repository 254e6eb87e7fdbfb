/** The message was received again or is gone; the holder of this receipt must stop working on it. */
export function staleReceipt(options?: { cause?: unknown }): Error {
  const error = new Error('Expected a current receipt handle but received a stale one', options);
  return Object.assign(error, { code: 'stale-receipt' });
}
