import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { OnBackendCall } from '../../contracts/backend-call.ts';
import { tracedCall } from '../../tracing.ts';

/** A long poll lasts as long as it was told to: its time says nothing. */
const NOT_TIMED: ReadonlySet<string> = new Set(['ReceiveMessage']);

/** Has a client tell of its calls. One with its repetitions is one call. */
export function observeAws(client: S3Client | SQSClient, service: 's3' | 'sqs', onCall: OnBackendCall): void {
  const stack = client.middlewareStack as S3Client['middlewareStack'];
  stack.add(
    (next, context) => async (request) => {
      const operation = String(context.commandName).replace(/Command$/, '');
      const start = performance.now();
      const tell = (failed: boolean) =>
        onCall({
          service,
          operation,
          seconds: NOT_TIMED.has(operation) ? 0 : (performance.now() - start) / 1_000,
          failed,
        });
      try {
        const answer = await tracedCall(`${service} ${operation}`, { 'rpc.system': 'aws-api' }, () =>
          next(request),
        );
        tell(false);
        return answer;
      } catch (error) {
        tell(!isAnswer(error));
        throw error;
      }
    },
    { step: 'initialize', name: 'featherpressObserve' },
  );
}

/** What is not there, or was there before, is said with an error by S3; a client that left says nothing. */
function isAnswer(error: unknown): boolean {
  const { $metadata, name } = error as { $metadata?: { httpStatusCode?: number }; name?: string };
  const status = $metadata?.httpStatusCode ?? 0;
  return name === 'AbortError' || (status >= 400 && status < 500 && status !== 429);
}
