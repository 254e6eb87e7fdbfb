import type { IncomingMessage } from 'node:http';
import type { JobOptions } from '#engine/index.ts';
import { ApiError } from '../services/api-error.ts';
import type { RequestOptions } from './receive-file.ts';

/** Results would expire before the answer can hold them; half of their time is left for the rest of the work. */
const SHARE_OF_TTL = 0.5;

/**
 * Whether work may begin on files of a form that has still to come: options were given before, so none are expected to
 * follow, and the rest of the body arrives while results of the first files are still there, at the pace so far.
 */
export class EarlyStart {
  private readonly request: IncomingMessage;
  private readonly resultTtlSeconds: number;
  private readonly begunAt = performance.now();
  private received = 0;

  constructor(request: IncomingMessage, resultTtlSeconds: number) {
    this.request = request;
    this.resultTtlSeconds = resultTtlSeconds;
    request.on('data', (chunk: Buffer) => (this.received += chunk.length));
  }

  /** @param hasOptions whether any were given so far */
  isWorthwhile(hasOptions: boolean): boolean {
    if (!hasOptions || this.received === 0) return false;
    const left = Number(this.request.headers['content-length'] ?? NaN) - this.received;
    const seconds = (performance.now() - this.begunAt) / 1_000;
    return (left * seconds) / this.received < this.resultTtlSeconds * SHARE_OF_TTL;
  }
}

/** @throws ApiError "invalid-request" when what came late is other than what work has begun with, which delivers nothing */
export function checkLateOptions(
  begunWith: JobOptions | undefined,
  { options, targets }: RequestOptions,
): void {
  if (begunWith === undefined) return;
  if (!targets && JSON.stringify(begunWith) === JSON.stringify(options)) return;
  throw new ApiError('invalid-request', {
    message:
      'Some options came before the files and others after them. Please send all of them before the files, or all of them after.',
  });
}
