import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { WebhookEvent } from '#platform/contracts/deliveries.ts';

/** What a receiver verifies. Source: Standard Webhooks, "Webhook metadata". */
const signed = z.object({
  'webhook-id': z.string().meta({ description: 'The same when the same news comes again.' }),
  'webhook-timestamp': z.string().meta({ description: 'Seconds since 1970 when it was sent.' }),
  'webhook-signature': z
    .string()
    .meta({ description: 'One signature or several, with spaces between them: one that fits is enough.' }),
});

/** As answers have it; a schema of zod would be described a second time, as something that is taken. */
const job = { $ref: '#/components/schemas/Job' };

const DATA: Readonly<Record<WebhookEvent, { readonly title: string; readonly schema: object }>> = {
  'job.completed': { title: 'A job has completed', schema: job },
  'job.failed': { title: 'A job has failed', schema: job },
  'batch.completed': {
    title: 'All jobs of a batch have ended',
    schema: {
      type: 'object',
      description: 'The jobs in the order of the form, without their reports.',
      properties: { jobs: { type: 'array', items: job } },
      required: ['jobs'],
    },
  },
};

/** What is sent to the address that a client names in `webhook`. */
export const WEBHOOKS: ZodOpenApiPathsObject = Object.fromEntries(
  Object.entries(DATA).map(([event, { title, schema }]) => [
    event,
    {
      post: {
        operationId: `told-${event}`,
        summary: title,
        description:
          'Sent by the Standard Webhooks specification. Anything but 2xx is tried again with growing pauses.',
        requestParams: { header: signed },
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  type: { const: event },
                  timestamp: { type: 'string', format: 'date-time' },
                  data: schema,
                },
                required: ['type', 'timestamp', 'data'],
              },
            },
          },
        },
        responses: {
          '2XX': { description: 'Taken.' },
          '410': { description: 'No more of this is wanted: nothing else is sent to the address for a day.' },
        },
        security: [],
      },
    },
  ]),
);
