import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkObjectKey, checkObjectPrefix } from '../../contracts/object-key.ts';
import { OPERATING_LIMITS } from '../../contracts/operating-limits.ts';
import type { ListedObject, ObjectInfo, ObjectStore, StoredObject } from '../../ports/object-store.ts';
import { endWith, chunksUntilAborted } from '../abortable.ts';

const PART_BYTES = OPERATING_LIMITS.uploadPartBytes;
/** Bounds the memory of one upload to about three parts: two under way and one being filled. */
const PARTS_IN_FLIGHT = 2;
/** The most that DeleteObjects takes. */
const DELETE_BATCH = 1_000;
const MAX_CONFLICTS = 4;
const CONFLICT = 409;
const PRECONDITION_FAILED = 412;

/** Objects in an S3 bucket. Expiry is a lifecycle rule of the bucket. */
export class S3ObjectStore implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async put(
    key: string,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    options: { contentType: string; signal?: AbortSignal; ifAbsent?: boolean },
  ): Promise<{ bytes: number; created: boolean }> {
    checkObjectKey(key);
    options.signal?.throwIfAborted();
    const params = {
      Bucket: this.#bucket,
      Key: key,
      ContentType: options.contentType,
      ...(options.ifAbsent ? { IfNoneMatch: '*' } : {}),
    };
    const isSmall = body instanceof Uint8Array && body.byteLength <= PART_BYTES;
    try {
      const bytes = isSmall
        ? await this.#putSmall(params, body)
        : await this.#upload(params, body, options.signal);
      return { bytes, created: true };
    } catch (error) {
      if (options.ifAbsent && statusOf(error) === PRECONDITION_FAILED) return { bytes: 0, created: false };
      throw error;
    }
  }

  async find(
    key: string,
    { from = 0, ...options }: { signal?: AbortSignal; from?: number } = {},
  ): Promise<StoredObject | null> {
    checkObjectKey(key);
    const part = from > 0 ? { Range: `bytes=${from}-` } : {};
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...part });
    const answer = await this.#client
      .send(command, options.signal ? { abortSignal: options.signal } : {})
      .catch(nullWhenMissing);
    if (!answer) return null;
    const body = answer.Body as Readable;
    endWith(options.signal, body);
    const facts = factsOf(key, answer);
    return { ...facts, bytes: from + facts.bytes, body };
  }

  async head(key: string): Promise<ObjectInfo | null> {
    checkObjectKey(key);
    const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: key });
    const answer = await this.#client.send(command).catch(nullWhenMissing);
    return answer && factsOf(key, answer);
  }

  async delete(keys: readonly string[]): Promise<void> {
    keys.forEach(checkObjectKey);
    for (let start = 0; start < keys.length; start += DELETE_BATCH) {
      const batch = keys.slice(start, start + DELETE_BATCH).map((Key) => ({ Key }));
      const { Errors: errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects: batch, Quiet: true } }),
      );
      const first = errors[0];
      if (first) throw new Error(`Could not delete ${errors.length} objects: ${first.Code} for ${first.Key}`);
    }
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    checkObjectPrefix(prefix);
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: prefix });
    for await (const page of pages) {
      for (const { Key: key, Size: bytes, LastModified: lastModified } of page.Contents ?? []) {
        if (key !== undefined && bytes !== undefined && lastModified) yield { key, bytes, lastModified };
      }
      if (page.IsTruncated && !page.NextContinuationToken)
        throw new Error(`Expected a whole listing of "${prefix}" but received a part of it`);
    }
  }

  async presignPut(
    key: string,
    options: { contentType: string; bytes: number; expiresInSeconds: number },
  ): Promise<string> {
    checkObjectKey(key);
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ContentType: options.contentType,
      ContentLength: options.bytes,
    });
    return getSignedUrl(this.#client, command, {
      expiresIn: options.expiresInSeconds,
      signableHeaders: new Set(['host', 'content-length', 'content-type']),
    });
  }

  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
  }

  async space(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  /** One request. A conflict means that another client writes the key at this moment; which write came first shows later. */
  async #putSmall(
    params: { Bucket: string; Key: string; ContentType: string },
    body: Uint8Array,
    attempt = 1,
  ): Promise<number> {
    try {
      await this.#client.send(new PutObjectCommand({ ...params, Body: body }));
      return body.byteLength;
    } catch (error) {
      if (statusOf(error) !== CONFLICT || attempt >= MAX_CONFLICTS) throw error;
      await setTimeout(attempt * 50);
      return this.#putSmall(params, body, attempt + 1);
    }
  }

  /**
   * Sends the parts as they come. An abort ends the source with an error: then lib-storage waits for the parts under
   * way and calls AbortMultipartUpload, which its own abort() does not wait for.
   */
  async #upload(
    params: { Bucket: string; Key: string; ContentType: string },
    body: Uint8Array | AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<number> {
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of chunksUntilAborted(chunksOf(body), signal)) {
        bytes += chunk.byteLength;
        yield chunk;
      }
      signal?.throwIfAborted();
    };
    const upload = new Upload({
      client: this.#client,
      params: { ...params, Body: Readable.from(counted(), { highWaterMark: 1 }) },
      partSize: PART_BYTES,
      queueSize: PARTS_IN_FLIGHT,
    });
    await upload.done();
    return bytes;
  }
}

async function* chunksOf(body: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Uint8Array)) yield* body;
  else
    for (let start = 0; start < body.byteLength; start += PART_BYTES)
      yield body.subarray(start, start + PART_BYTES);
}

function factsOf(
  key: string,
  answer: Pick<HeadObjectCommandOutput, 'ContentLength' | 'ContentType' | 'LastModified'>,
): ObjectInfo {
  return {
    key,
    bytes: answer.ContentLength ?? 0,
    contentType: answer.ContentType ?? 'application/octet-stream',
    lastModified: answer.LastModified ?? new Date(0),
  };
}

function nullWhenMissing(error: unknown): null {
  if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null;
  throw error;
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
