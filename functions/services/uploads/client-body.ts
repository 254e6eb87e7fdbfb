import { ApiError } from '../api-error.ts';

/** The body of a request breaks off when its client does: an error of the client, not of the store. */
export async function* fromClient(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new ApiError('invalid-request', {
      message: 'The upload ended before it was complete. Please send it again.',
      cause,
    });
  }
}

/** A source that tells what it failed with: stores wrap that in errors of their own. */
interface RememberingFailure extends AsyncIterable<Uint8Array> {
  readonly failure: unknown;
}

/** Passes the bytes on; `failure` holds what the source threw. */
export function rememberingFailure(source: AsyncIterable<Uint8Array>): RememberingFailure {
  let failure: unknown;
  return {
    get failure() {
      return failure;
    },
    async *[Symbol.asyncIterator]() {
      try {
        yield* source;
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  };
}
