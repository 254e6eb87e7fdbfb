import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { breakCircuit } from './circuit-breaker.ts';

export interface AwsAccess {
  readonly region: string;
  /** Address of an S3 or SQS of one's own (LocalStack, MinIO); undefined means Amazon's. */
  readonly endpoint?: string | undefined;
  /** Undefined means the SDK's own chain: task role, environment, profile. */
  readonly credentials?: S3ClientConfig['credentials'];
}

/** The first try and two more, with the SDK's exponential back-off. */
const MAX_ATTEMPTS = 3;
const CONNECTION_TIMEOUT_MS = 3_000;
/** Until the answer begins; a part of 8 MB on its way counts too. A store that hangs is known to be away within half a minute. */
const S3_ANSWER_MS = 8_000;
const SQS_ANSWER_MS = 5_000;

export function createS3Client(access: AwsAccess): S3Client {
  const client = new S3Client({
    region: access.region,
    ...(access.endpoint ? { endpoint: access.endpoint, forcePathStyle: true } : {}),
    ...(access.credentials ? { credentials: access.credentials } : {}),
    maxAttempts: MAX_ATTEMPTS,
    // TLS and S3 check the bytes already; CRC32 in JavaScript would cost a tenth of a second on a large file, and
    // it would put the checksum of an empty body into presigned addresses.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: S3_ANSWER_MS,
      throwOnRequestTimeout: true,
      // A slow reader pauses the download, so an idle socket is only suspicious after minutes.
      socketTimeout: 300_000,
      httpAgent: { maxSockets: 256 },
      httpsAgent: { maxSockets: 256 },
    },
  });
  breakCircuit(client);
  return client;
}

/** @param answerMs how long a call may take that is no poll, in ms */
export function createSqsClient(access: AwsAccess, answerMs = SQS_ANSWER_MS): SQSClient {
  const client = new SQSClient({
    region: access.region,
    // A queue address made by LocalStack names a host that only it can resolve.
    ...(access.endpoint ? { endpoint: access.endpoint, useQueueUrlAsEndpoint: false } : {}),
    ...(access.credentials ? { credentials: access.credentials } : {}),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      // Polls wait longer: sqs-queue.ts.
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: 64 },
      httpsAgent: { maxSockets: 64 },
    },
  });
  breakCircuit(client);
  return client;
}
