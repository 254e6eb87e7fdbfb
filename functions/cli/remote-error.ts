/** A file that a server did not compress or give; the message is for people. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
