import type { Message } from '@aws-sdk/client-sqs';
import { parseJobMessage } from '../../contracts/job.ts';
import type { ReceivedMessage } from '../../ports/job-queue.ts';

/** A message of SQS in our words. Its receipt names the queue too, as SQS' own handles are good for one queue only. */
export function receivedMessage(queueUrl: string, message: Message): ReceivedMessage {
  const sentAt = Number(message.Attributes?.SentTimestamp);
  return {
    messageId: message.MessageId ?? '',
    message: parseJobMessage(parseJson(message.Body ?? '')),
    receiptHandle: `${queueUrl} ${message.ReceiptHandle ?? ''}`,
    receiveCount: Number(message.Attributes?.ApproximateReceiveCount ?? 1),
    sentAt: Number.isFinite(sentAt) ? sentAt : undefined,
  };
}

/** The two parts of such a receipt. */
export function partsOfReceipt(receiptHandle: string): {
  readonly queueUrl: string;
  readonly handle: string;
} {
  const [queueUrl = '', handle = ''] = receiptHandle.split(' ');
  return { queueUrl, handle };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not ours; parseJobMessage answers null for it.
    return undefined;
  }
}
