import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type DeadLetterQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { OPERATING_LIMITS } from '../../platform/contracts/operating-limits.ts';

/** Longest time of a function for one file: the engine's own limit, with time to fetch and to store. */
export const SMALL_FUNCTION_TIME = Duration.seconds(OPERATING_LIMITS.engineCpuSeconds + 60);
/** What Lambda allows. */
export const LARGE_FUNCTION_TIME = Duration.minutes(15);

export interface Queues {
  readonly small: Queue;
  readonly large: Queue;
  readonly dead: Queue;
}

/**
 * Small and large work apart, one queue of dead letters. Workers name their own visibility timeout at each receive and
 * extend it; a function has that of its queue, which must be longer than its time.
 */
export function createQueues(scope: Construct, options: { readonly workersOnFargate: boolean }): Queues {
  const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
  const dead = new Queue(scope, 'DeadLetters', {
    ...common,
    retentionPeriod: Duration.days(14),
    visibilityTimeout: SMALL_FUNCTION_TIME,
  });
  const deadLetterQueue: DeadLetterQueue = { queue: dead, maxReceiveCount: OPERATING_LIMITS.maxReceiveCount };
  const queue = (id: string, visibilityTimeout: Duration) =>
    new Queue(scope, id, {
      ...common,
      deadLetterQueue,
      visibilityTimeout,
      receiveMessageWaitTime: Duration.seconds(20),
    });
  return {
    dead,
    small: queue('SmallJobs', SMALL_FUNCTION_TIME.plus(Duration.seconds(30))),
    large: queue(
      'LargeJobs',
      options.workersOnFargate
        ? Duration.seconds(OPERATING_LIMITS.visibilityTimeoutSeconds)
        : LARGE_FUNCTION_TIME.plus(Duration.seconds(30)),
    ),
  };
}
