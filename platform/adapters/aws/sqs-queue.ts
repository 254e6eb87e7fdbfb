import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type Message,
  type SendMessageCommandInput,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { untilAborted } from '../../until-aborted.ts';
import { staleReceipt } from '../stale-receipt.ts';

/** What SQS allows for one receive. */
const MAX_MESSAGES = 10;
const MAX_WAIT_SECONDS = 20;
/** An answer may come so much later than the wait of a poll ends. */
const POLL_SPARE_MS = 5_000;
const STALE_RECEIPT_ERRORS = [
  'MessageNotInflight',
  'ReceiptHandleIsInvalid',
  'InvalidParameterValue',
  'InvalidParameterValueException',
];

/** One queue of SQS in our words. */
export class SqsQueue {
  readonly #client: SQSClient;
  readonly #url: string;
  readonly #visibilityTimeoutSeconds: number;
  readonly #parked = new Set<Promise<Message[]>>();
  readonly #givingBack = new Set<Promise<void>>();
  #deadLetterUrl: Promise<string | null> | undefined;

  constructor(client: SQSClient, url: string, options: { readonly visibilityTimeoutSeconds: number }) {
    this.#client = client;
    this.#url = url;
    this.#visibilityTimeoutSeconds = options.visibilityTimeoutSeconds;
  }

  get url(): string {
    return this.#url;
  }

  /** Whether an aborted poll is still waiting: the queue was empty when it began, and what comes now goes to it. */
  get isPolled(): boolean {
    return this.#parked.size > 0;
  }

  async send(message: Omit<SendMessageCommandInput, 'QueueUrl'>): Promise<void> {
    await this.#client.send(new SendMessageCommand({ ...message, QueueUrl: this.#url }));
  }

  /**
   * Polls until there is a message, the wait is over or the signal aborts. Cutting the connection of a poll does not
   * always stop SQS from handing out a message to it, which then stays hidden for the visibility timeout. So an aborted
   * poll goes on: the next one that waits takes it over, and what it gets while there is none is given back.
   */
  async poll(max: number, waitSeconds: number, signal?: AbortSignal): Promise<Message[]> {
    if (signal?.aborted) return [];
    const parked = waitSeconds > 0 ? [...this.#parked][0] : undefined;
    if (parked) this.#parked.delete(parked);
    const poll = parked ?? this.#receive(max, waitSeconds);
    const messages = await untilAborted(poll, signal, () => null);
    if (messages === null) {
      this.#park(poll);
      return [];
    }
    // A poll that was taken over may have asked for more.
    await this.giveBack(messages.slice(max));
    return messages.slice(0, max);
  }

  /** Shows messages to all workers again. What cannot be given back comes back by itself after its visibility timeout. */
  async giveBack(messages: readonly Message[]): Promise<void> {
    await Promise.allSettled(messages.map(({ ReceiptHandle: handle = '' }) => this.extend(handle, 0)));
  }

  async extend(receiptHandle: string, seconds: number): Promise<void> {
    try {
      await this.#client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: this.#url,
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
    try {
      await this.#client.send(
        new DeleteMessageCommand({ QueueUrl: this.#url, ReceiptHandle: receiptHandle }),
      );
    } catch (error) {
      if (!STALE_RECEIPT_ERRORS.includes((error as Error).name)) throw error;
    }
  }

  async depth(): Promise<{ waiting: number; inFlight: number }> {
    const { Attributes: attributes = {} } = await this.#client.send(
      new GetQueueAttributesCommand({
        QueueUrl: this.#url,
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
  deadLetterUrl(): Promise<string | null> {
    this.#deadLetterUrl ??= this.#askDeadLetterUrl().catch((error: unknown) => {
      this.#deadLetterUrl = undefined;
      throw error;
    });
    return this.#deadLetterUrl;
  }

  /** Waits for polls that were aborted, at most 20 s, so that what they receive is not hidden for a minute. */
  async settled(): Promise<void> {
    await Promise.all(this.#givingBack);
  }

  async #receive(max: number, waitSeconds: number): Promise<Message[]> {
    const { Messages: messages = [] } = await this.#client.send(
      new ReceiveMessageCommand({
        QueueUrl: this.#url,
        MaxNumberOfMessages: Math.min(max, MAX_MESSAGES),
        WaitTimeSeconds: Math.min(waitSeconds, MAX_WAIT_SECONDS),
        VisibilityTimeout: this.#visibilityTimeoutSeconds,
        MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp'],
      }),
      { requestTimeout: waitSeconds * 1_000 + POLL_SPARE_MS },
    );
    return messages;
  }

  #park(poll: Promise<Message[]>): void {
    this.#parked.add(poll);
    const done = poll
      .then((messages) => (this.#parked.delete(poll) ? this.giveBack(messages) : undefined))
      .catch(() => void this.#parked.delete(poll))
      .finally(() => this.#givingBack.delete(done));
    this.#givingBack.add(done);
  }

  async #askDeadLetterUrl(): Promise<string | null> {
    const { Attributes: attributes } = await this.#client.send(
      new GetQueueAttributesCommand({ QueueUrl: this.#url, AttributeNames: ['RedrivePolicy'] }),
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
