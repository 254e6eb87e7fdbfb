/** A file cannot be compressed, or the server could not be reached. The message is meant for people. */
export class CompressionRefused extends Error {
  override readonly name = 'CompressionRefused';
  /** Whether trying again may help. */
  readonly retryable: boolean;

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}
