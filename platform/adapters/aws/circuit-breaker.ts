import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { systemClock, type Clock } from '../../clock.ts';

/** One call may have met with a slow line of its own. */
const FAILURES = 2;
/** While a service is away one call in so many ms finds out whether it is back. */
const TRIAL_EVERY_MS = 1_000;

/** Errors that mean that no server answered; a connection that breaks in the middle may be one among many. */
const UNANSWERED: ReadonlySet<unknown> = new Set([
  'TimeoutError',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

/**
 * Lets calls of a service that is away fail at once, instead of each after its own time limits (half a minute for S3): after two
 * calls in a row without an answer.
 */
export function breakCircuit(
  client: S3Client | SQSClient,
  clock: Pick<Clock, 'elapsed'> = systemClock,
): void {
  let failures = 0;
  let trialAt = 0;
  const stack = client.middlewareStack as S3Client['middlewareStack'];
  stack.add(
    (next) => async (request) => {
      if (failures >= FAILURES) {
        if (clock.elapsed() < trialAt) throw new Error('The service is away, as it was a moment ago');
        trialAt = clock.elapsed() + TRIAL_EVERY_MS;
      }
      try {
        const answer = await next(request);
        failures = 0;
        return answer;
      } catch (error) {
        const { name, code, $metadata } = error as {
          name?: string;
          code?: string;
          $metadata?: { httpStatusCode?: number };
        };
        if ($metadata?.httpStatusCode !== undefined) failures = 0;
        else if (UNANSWERED.has(name) || UNANSWERED.has(code)) {
          failures += 1;
          trialAt = clock.elapsed() + TRIAL_EVERY_MS;
        }
        throw error;
      }
    },
    { step: 'initialize', name: 'featherpressCircuitBreaker' },
  );
}
