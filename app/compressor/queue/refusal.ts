/** Why the same call is likely to succeed later, without a change by the person. */
export interface Passing {
  /**
   * `line`: no server was reached; `busy`: one asks for patience; `limit`: what this person may send for now is used up; `engine`: a
   * part of it is not on this device, and no line.
   */
  readonly cause: 'line' | 'busy' | 'limit' | 'engine';
  /** When to try again, in ms; null where the server names no time. */
  readonly afterMs: number | null;
}

/** A file cannot be compressed, or the server could not be reached. The message is meant for people. */
export class CompressionRefused extends Error {
  override readonly name = 'CompressionRefused';
  /** Whether trying again may help. */
  readonly retryable: boolean;
  /** Set where waiting helps; null where a person has to decide. */
  readonly passing: Passing | null;
  /** It could not be done on the device; the server can do it, where a person says so. */
  readonly offersServer: boolean;

  constructor(
    message: string,
    options: { retryable: boolean; passing?: Passing | null; offersServer?: boolean; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.passing = options.passing ?? null;
    this.offersServer = options.offersServer ?? false;
  }
}

/** No server was reached, or its answer broke off. */
export function connectionLost(cause?: unknown): CompressionRefused {
  return new CompressionRefused('The connection was lost. Check that you are online and try again.', {
    retryable: true,
    passing: { cause: 'line', afterMs: null },
    cause,
  });
}

/** What is missing of the engine comes with the connection. */
export const PART_MISSING: Passing = { cause: 'engine', afterMs: null };
