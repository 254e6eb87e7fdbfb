import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { parseJobMessage, type JobMessage } from '../../contracts/job.ts';
import { OPERATING_LIMITS } from '../../contracts/operating-limits.ts';
import type { JobQueue, ReceivedMessage } from '../../ports/job-queue.ts';
import { staleReceipt } from '../stale-receipt.ts';

/** What SQS allows for one receive. */
const MAX_MESSAGES = 10;
const MAX_WAIT_SECONDS = 20;
const STALE_RECEIPT_ERRORS = [
  'MessageNotInflight',
  'ReceiptHandleIsInvalid',
  'InvalidParameterValue',
  'InvalidParameterValueException',
];

/** Jobs in an SQS queue. After how many receives a message is dead is the redrive policy of the queue. */
export class SqsJobQueue implements JobQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;
  readonly #visibilityTimeoutSeconds: number;
  readonly #abandonedPolls = new Set<Promise<void>>();
  #deadLetterUrl: Promise<string | null> | undefined;

  constructor(client: SQSClient, queueUrl: string, options: { visibilityTimeoutSeconds?: number } = {}) {
    this.#client = client;
    this.#queueUrl = queueUrl;
    this.#visibilityTimeoutSeconds =
      options.visibilityTimeoutSeconds ?? OPERATING_LIMITS.visibilityTimeoutSeconds;
  }

  async send(message: JobMessage, options: { delaySeconds?: number } = {}): Promise<void> {
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: this.#queueUrl,
        MessageBody: JSON.stringify(message),
        DelaySeconds: options.delaySeconds,
      }),
    );
  }

  /**
   * Cutting the connection of a poll does not always stop SQS from handing out a message to it, which then stays
   * hidden for the visibility timeout. So an aborted poll goes on unseen and gives back what it gets.
   */
  async receive(options: {
    max: number;
    waitSeconds: number;
    signal?: AbortSignal;
  }): Promise<ReceivedMessage[]> {
    const { signal } = options;
    if (signal?.aborted) return [];
    const poll = this.#poll(this.#queueUrl, options.max, options.waitSeconds);
    if (!signal) return (await poll).map(received);
    const messages = await new Promise<Message[] | 'aborted'>((resolve, reject) => {
      const onAbort = () => resolve('aborted');
      signal.addEventListener('abort', onAbort, { once: true });
      poll.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
    if (messages !== 'aborted') return messages.map(received);
    this.#abandon(poll);
    return [];
  }

  async extend(receiptHandle: string, seconds: number): Promise<void> {
    try {
      await this.#client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: this.#queueUrl,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: seconds,
        }),
      );
    } catch (error) {
      if (STALE_RECEIPT_ERRORS.includes((error as Error).name)) throw staleReceipt({ cause: error });
      throw error;
    }
  }

  async delete(receiptHandle: string): Promise<void> {
    await this.#delete(this.#queueUrl, receiptHandle);
  }

  async depth(): Promise<{ waiting: number; inFlight: number; dead: number }> {
    const deadLetterUrl = await this.#findDeadLetterUrl();
    const [jobs, dead] = await Promise.all([
      this.#numbers(this.#queueUrl),
      deadLetterUrl ? this.#numbers(deadLetterUrl) : undefined,
    ]);
    return { waiting: jobs.waiting, inFlight: jobs.inFlight, dead: dead ? dead.waiting + dead.inFlight : 0 };
  }

  async receiveDead(max: number): Promise<ReceivedMessage[]> {
    const url = await this.#findDeadLetterUrl();
    if (!url) return [];
    return (await this.#poll(url, max, 1)).map(received);
  }

  async deleteDead(receiptHandle: string): Promise<void> {
    const url = await this.#findDeadLetterUrl();
    if (url) await this.#delete(url, receiptHandle);
  }

  async check(): Promise<void> {
    await this.#numbers(this.#queueUrl);
  }

  /** Waits for polls that were aborted, at most 20 s, so that what they receive is not hidden for a minute. */
  async close(): Promise<void> {
    await Promise.all(this.#abandonedPolls);
    this.#client.destroy();
  }

  async #poll(queueUrl: string, max: number, waitSeconds: number): Promise<Message[]> {
    const { Messages: messages = [] } = await this.#client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(max, MAX_MESSAGES),
        WaitTimeSeconds: Math.min(waitSeconds, MAX_WAIT_SECONDS),
        VisibilityTimeout: this.#visibilityTimeoutSeconds,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    );
    return messages;
  }

  #abandon(poll: Promise<Message[]>): void {
    const done = poll
      .then((messages) =>
        Promise.all(messages.map(({ ReceiptHandle }) => this.extend(ReceiptHandle ?? '', 0))),
      )
      // What could not be given back comes back by itself after its visibility timeout.
      .then(
        () => {},
        () => {},
      )
      .finally(() => this.#abandonedPolls.delete(done));
    this.#abandonedPolls.add(done);
  }

  async #delete(queueUrl: string, receiptHandle: string): Promise<void> {
    try {
      await this.#client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle }));
    } catch (error) {
      if (!STALE_RECEIPT_ERRORS.includes((error as Error).name)) throw error;
    }
  }

  async #numbers(queueUrl: string): Promise<{ waiting: number; inFlight: number }> {
    const { Attributes: attributes = {} } = await this.#client.send(
      new GetQueueAttributesCommand({
        QueueUrl: queueUrl,
        AttributeNames: [
          'ApproximateNumberOfMessages',
          'ApproximateNumberOfMessagesDelayed',
          'ApproximateNumberOfMessagesNotVisible',
        ],
      }),
    );
    const number = (name: keyof typeof attributes) => Number(attributes[name] ?? 0);
    return {
      waiting: number('ApproximateNumberOfMessages') + number('ApproximateNumberOfMessagesDelayed'),
      inFlight: number('ApproximateNumberOfMessagesNotVisible'),
    };
  }

  /** The queue's own redrive policy names its dead-letter queue; asked once, a failure is forgotten. */
  #findDeadLetterUrl(): Promise<string | null> {
    this.#deadLetterUrl ??= this.#askDeadLetterUrl().catch((error: unknown) => {
      this.#deadLetterUrl = undefined;
      throw error;
    });
    return this.#deadLetterUrl;
  }

  async #askDeadLetterUrl(): Promise<string | null> {
    const { Attributes: attributes } = await this.#client.send(
      new GetQueueAttributesCommand({ QueueUrl: this.#queueUrl, AttributeNames: ['RedrivePolicy'] }),
    );
    const { deadLetterTargetArn: arn } = JSON.parse(attributes?.RedrivePolicy ?? '{}') as {
      deadLetterTargetArn?: string;
    };
    if (!arn) return null;
    const { QueueUrl: url } = await this.#client.send(
      new GetQueueUrlCommand({ QueueName: arn.split(':').at(-1) }),
    );
    return url ?? null;
  }
}

function received(message: Message): ReceivedMessage {
  return {
    messageId: message.MessageId ?? '',
    message: parseJobMessage(parseJson(message.Body ?? '')),
    receiptHandle: message.ReceiptHandle ?? '',
    receiveCount: Number(message.Attributes?.ApproximateReceiveCount ?? 1),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not ours; parseJobMessage answers null for it.
    return undefined;
  }
}
