/** A command that cannot be understood; the message says what is wrong in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
