import { receivedFromEvent, sqsEventSchema } from '#platform/adapters/aws/sqs-event.ts';
import { readConfig } from '#platform/config.ts';
import { ConfigError } from '#platform/config-error.ts';
import { createPlatform, startTracing } from '#platform/create-platform.ts';
import { createLogger } from '#platform/logger.ts';
import type { ReceivedMessage } from '#platform/ports/job-queue.ts';
import { startPushedWorker, type PushedWorker } from '#workers/start-pushed-worker.ts';

/** What Lambda reads of an answer: the messages that are not done with. */
export interface SqsAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/** What a handler is told by Lambda about its own time. */
interface LambdaContext {
  getRemainingTimeInMillis(): number;
}

/** Kept for giving the job back and storing what is known, before Lambda freezes or ends the process. */
const RESERVE_MS = 10_000;

interface Environment {
  readonly worker: PushedWorker;
  readonly queueUrls: readonly string[];
  /** Before the process is frozen. */
  readonly flush: () => Promise<void>;
}

let starting: Promise<Environment> | undefined;

/** Once for each environment that Lambda keeps; a start that failed is tried again by the next call. */
function environment(): Promise<Environment> {
  starting ??= start().catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

async function start(): Promise<Environment> {
  const config = readConfig(undefined, 'worker');
  if (config.mode === 'embedded')
    throw new ConfigError([
      'S3_BUCKET, SQS_QUEUE_URL, REDIS_URL: missing. A function works for a distributed installation',
    ]);
  const logger = createLogger({ level: config.logLevel });
  const tracing = await startTracing(config, 'function');
  const platform = await createPlatform(config, { logger });
  const { queueUrl, smallQueueUrl } = config.sqs;
  return {
    flush: async () => tracing?.flush(),
    worker: await startPushedWorker({ config, logger, platform }),
    queueUrls: smallQueueUrl === undefined ? [queueUrl] : [queueUrl, smallQueueUrl],
  };
}

/**
 * Jobs of a queue that Lambda polls. What is not done with is named in the answer, so that Lambda deletes the rest only:
 * one bad message holds up no other one (ReportBatchItemFailures).
 */
export function handler(event: unknown, context: LambdaContext): Promise<SqsAnswer> {
  return answerFor(event, ({ take }, delivery) =>
    take(delivery, Math.max(0, context.getRemainingTimeInMillis() - RESERVE_MS)),
  );
}

/** Letters of the dead-letter queue: their jobs end as failed, so that no client waits on. */
export function deadLetterHandler(event: unknown): Promise<SqsAnswer> {
  return answerFor(event, ({ bury }, letter) => bury(letter));
}

/** Ends the engine process of this environment; for tests, as Lambda just ends the process. */
export async function stop(): Promise<void> {
  const running = starting;
  starting = undefined;
  await (await running)?.worker.stop();
}

async function answerFor(
  event: unknown,
  work: (worker: PushedWorker, delivery: ReceivedMessage) => Promise<boolean>,
): Promise<SqsAnswer> {
  const { Records: records } = sqsEventSchema.parse(event);
  const { worker, queueUrls, flush } = await environment();
  const failed: { itemIdentifier: string }[] = [];
  // One after the other: there is one engine.
  for (const record of records) {
    const delivery = receivedFromEvent(record, queueUrlOf(record.eventSourceARN, queueUrls));
    if (!(await work(worker, delivery))) failed.push({ itemIdentifier: record.messageId });
  }
  await flush();
  return { batchItemFailures: failed };
}

/** Of the queues that are configured the one of that name; of another one, as the dead-letter queue, its usual address. */
function queueUrlOf(arn: string, queueUrls: readonly string[]): string {
  const [, , , region = '', account = '', name = ''] = arn.split(':');
  const configured = queueUrls.find((url) => url.endsWith(`/${name}`));
  return configured ?? `https://sqs.${region}.amazonaws.com/${account}/${name}`;
}
