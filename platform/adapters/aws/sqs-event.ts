import { z } from 'zod';
import type { ReceivedMessage } from '../../ports/job-queue.ts';
import { receivedMessage } from './received-message.ts';

/**
 * What Lambda hands to a function that an SQS queue calls.
 * Source: AWS Lambda Developer Guide, "Using Lambda with Amazon SQS", example event.
 */
export const sqsEventSchema = z.object({
  Records: z.array(
    z.object({
      messageId: z.string(),
      receiptHandle: z.string(),
      body: z.string(),
      attributes: z.object({ ApproximateReceiveCount: z.string(), SentTimestamp: z.string() }),
      eventSourceARN: z.string(),
    }),
  ),
});
type SqsEvent = z.infer<typeof sqsEventSchema>;

/** A record of such an event as the job queue would have received it from the queue at that address. */
export function receivedFromEvent(record: SqsEvent['Records'][number], queueUrl: string): ReceivedMessage {
  return receivedMessage(queueUrl, {
    MessageId: record.messageId,
    ReceiptHandle: record.receiptHandle,
    Body: record.body,
    Attributes: record.attributes,
  });
}
