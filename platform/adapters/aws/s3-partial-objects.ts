import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  type ListPartsCommandOutput,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { checkObjectKey } from '../../contracts/object-key.ts';
import { PARTIAL_PREFIX } from '../../contracts/partial-upload.ts';
import { OPERATING_LIMITS } from '../../contracts/operating-limits.ts';
import type { PartialObject, PartialObjects } from '../../ports/partial-objects.ts';
import { readAll } from '../../read-stream.ts';
import { chunksUntilAborted } from '../abortable.ts';
import { noPartialObject, wrongOffset } from '../partial-object-errors.ts';

const PART_BYTES = OPERATING_LIMITS.uploadPartBytes;
const NOT_FOUND = 404;
/** A finished object is as old as its multipart upload. From this age on it is copied, so that no expiry rule meets it. */
const OLD_MS = 30 * 60_000;

interface Part {
  readonly number: number;
  readonly bytes: number;
  readonly tag: string;
}

/** What is kept of an object: parts from the first on, and an object with the bytes after them, called its rest. */
interface Kept {
  readonly parts: readonly Part[];
  readonly restBytes: number;
  readonly bytes: number;
}

/**
 * Objects in an S3 bucket by multipart uploads. All parts but the last have the same size, so a part number stands for
 * one range of the object in all processes, which therefore need no lock. S3 refuses smaller parts, so what comes after the
 * last whole part is put as an object of its own until more comes.
 */
export class S3PartialObjects implements PartialObjects {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async begin(key: string): Promise<string> {
    checkObjectKey(key);
    const { UploadId: ticket } = await this.#client.send(
      new CreateMultipartUploadCommand({ ...this.#at(key), ContentType: 'application/octet-stream' }),
    );
    if (ticket === undefined) throw new Error('Expected an upload id but received none');
    return ticket;
  }

  async keptBytes(partial: PartialObject): Promise<number | null> {
    return (await this.#kept(partial))?.bytes ?? null;
  }

  async append(
    partial: PartialObject,
    offset: number,
    body: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<number> {
    const kept = await this.#kept(partial);
    if (!kept) throw noPartialObject(partial.key);
    if (kept.bytes !== offset) throw wrongOffset(kept.bytes, offset);
    const rest = kept.restBytes > 0 ? await this.#readRest(partial, kept.parts.length + 1) : new Uint8Array();
    const parts = new PartFiller(kept.parts.length, rest);
    let failure: { readonly error: unknown } | undefined;
    /** One part travels while the next one is filled. */
    let travelling = Promise.resolve();
    try {
      for await (const chunk of chunksUntilAborted(body, signal)) {
        for (const part of parts.fill(chunk)) {
          await travelling;
          travelling = this.#putPart(partial, part.number, part.bytes);
          travelling.catch(() => {}); // Awaited below.
        }
      }
    } catch (error) {
      failure = { error };
    }
    await travelling;
    await this.#putRest(partial, parts, rest.length);
    if (failure) throw failure.error;
    return parts.total;
  }

  async finish({ key, ticket }: PartialObject): Promise<void> {
    const parts = await this.#partsOf(key, ticket);
    if (!parts) throw noPartialObject(key);
    const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
    await this.#client
      .send(
        new CompleteMultipartUploadCommand({
          ...this.#at(key),
          UploadId: ticket,
          MultipartUpload: { Parts },
        }),
      )
      .catch((error: unknown) => {
        throw isMissing(error) ? noPartialObject(key, error) : error;
      });
    await this.#makeYoung(key);
  }

  async abandon({ key, ticket }: Omit<PartialObject, 'totalBytes'>): Promise<void> {
    await this.#client
      .send(new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: ticket }))
      .catch(ignoreMissing);
    await this.#deleteRests(key);
  }

  async clearAbandoned(
    olderThanSeconds: number,
    isWanted: (key: string) => Promise<boolean>,
  ): Promise<number> {
    const before = Date.now() - olderThanSeconds * 1_000;
    let cleared = 0;
    for await (const { key, ticket, begunAt } of this.#uploads()) {
      if (begunAt > before || (await isWanted(key))) continue;
      await this.abandon({ key, ticket });
      cleared += 1;
    }
    return cleared;
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  async #kept({ key, ticket, totalBytes }: PartialObject): Promise<Kept | null> {
    checkObjectKey(key);
    const parts = await this.#partsOf(key, ticket);
    if (!parts) return null;
    const inParts = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const restBytes = inParts < totalBytes ? await this.#restBytes(key, parts.length + 1) : 0;
    return { parts, restBytes, bytes: inParts + restBytes };
  }

  /** The parts without a gap, from the first on; null when the upload is over. */
  async #partsOf(key: string, ticket: string): Promise<Part[] | null> {
    const found: Part[] = [];
    try {
      // Not by the paginator of the SDK: that asks on for as long as there is a marker, and S3 has one on the last page too.
      let marker: string | undefined;
      do {
        const page: ListPartsCommandOutput = await this.#client.send(
          new ListPartsCommand({ ...this.#at(key), UploadId: ticket, PartNumberMarker: marker }),
        );
        for (const { PartNumber: number = 0, Size: bytes = 0, ETag: tag = '' } of page.Parts ?? [])
          found.push({ number, bytes, tag });
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (marker !== undefined);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    const gap = found.findIndex(({ number }, index) => number !== index + 1);
    return gap < 0 ? found : found.slice(0, gap);
  }

  async #putPart({ key, ticket }: PartialObject, number: number, bytes: Uint8Array): Promise<void> {
    const input = { ...this.#at(key), UploadId: ticket, PartNumber: number, Body: bytes };
    await this.#client.send(new UploadPartCommand(input)).catch((error: unknown) => {
      throw isMissing(error) ? noPartialObject(key, error) : error;
    });
  }

  /** Keeps what does not fill a part: as the last part when the object is whole, else as its rest. */
  async #putRest(partial: PartialObject, parts: PartFiller, restBefore: number): Promise<void> {
    const { bytes, number } = parts.rest();
    if (bytes.length > 0 && parts.total === partial.totalBytes) await this.#putPart(partial, number, bytes);
    else if (bytes.length > 0 && !(number === parts.firstNumber && bytes.length === restBefore))
      await this.#client.send(
        new PutObjectCommand({ Bucket: this.#bucket, Key: restKey(partial.key, number), Body: bytes }),
      );
    const isRestOver = restBefore > 0 && (number > parts.firstNumber || parts.total === partial.totalBytes);
    if (isRestOver) await this.#deleteObjects([restKey(partial.key, parts.firstNumber)]);
  }

  async #restBytes(key: string, number: number): Promise<number> {
    const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: restKey(key, number) });
    const answer = await this.#client.send(command).catch(ignoreMissing);
    return answer?.ContentLength ?? 0;
  }

  async #readRest({ key }: PartialObject, number: number): Promise<Uint8Array> {
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: restKey(key, number) });
    const { Body } = await this.#client.send(command);
    return readAll(Body as Readable, PART_BYTES);
  }

  async #deleteRests(key: string): Promise<void> {
    const input = { Bucket: this.#bucket, Prefix: restKey(key) };
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#client }, input))
      for (const { Key } of Contents) if (Key !== undefined) keys.push(Key);
    await this.#deleteObjects(keys);
  }

  async #deleteObjects(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const Objects = keys.map((Key) => ({ Key }));
    await this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects } }));
  }

  async #makeYoung(key: string): Promise<void> {
    const { LastModified: begun } = await this.#client.send(new HeadObjectCommand(this.#at(key)));
    if (!begun || Date.now() - begun.getTime() < OLD_MS) return;
    const source = { CopySource: `${this.#bucket}/${key}`, MetadataDirective: 'REPLACE' as const };
    await this.#client.send(
      new CopyObjectCommand({ ...this.#at(key), ...source, ContentType: 'application/octet-stream' }),
    );
  }

  async *#uploads(): AsyncGenerator<{ key: string; ticket: string; begunAt: number }> {
    let marker: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | null = {};
    while (marker) {
      const page: ListMultipartUploadsCommandOutput = await this.#client.send(
        new ListMultipartUploadsCommand({ Bucket: this.#bucket, ...marker }),
      );
      for (const { Key: key, UploadId: ticket, Initiated } of page.Uploads ?? [])
        if (key !== undefined && ticket !== undefined)
          yield { key, ticket, begunAt: Initiated?.getTime() ?? Date.now() };
      marker = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : null;
    }
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: key };
  }
}

/** Gathers chunks into parts of equal size. */
class PartFiller {
  /** The part that what was kept so far goes on with. */
  readonly firstNumber: number;
  #number: number;
  #filled: number;
  #buffer: Uint8Array;

  constructor(wholeParts: number, rest: Uint8Array) {
    this.firstNumber = this.#number = wholeParts + 1;
    this.#buffer = new Uint8Array(PART_BYTES);
    this.#buffer.set(rest);
    this.#filled = rest.length;
  }

  /** All that is gathered and was there before. */
  get total(): number {
    return (this.#number - 1) * PART_BYTES + this.#filled;
  }

  /** The parts that a chunk makes whole. */
  *fill(chunk: Uint8Array): Generator<{ number: number; bytes: Uint8Array }> {
    for (let start = 0; start < chunk.length;) {
      const taken = chunk.subarray(start, start + PART_BYTES - this.#filled);
      this.#buffer.set(taken, this.#filled);
      this.#filled += taken.length;
      start += taken.length;
      if (this.#filled < PART_BYTES) continue;
      yield { number: this.#number, bytes: this.#buffer };
      // The part before is still on its way, in the buffer before.
      this.#buffer = new Uint8Array(PART_BYTES);
      this.#number += 1;
      this.#filled = 0;
    }
  }

  /** What does not fill a part, and the number of the part that it begins. */
  rest(): { number: number; bytes: Uint8Array } {
    return { number: this.#number, bytes: this.#buffer.subarray(0, this.#filled) };
  }
}

/** Where the rest before a part is kept; without a number the beginning of all of them. */
function restKey(key: string, number?: number): string {
  return `${PARTIAL_PREFIX}${key.replaceAll('/', '.')}.rest.${number ?? ''}`;
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode === NOT_FOUND && name !== 'NoSuchBucket';
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
