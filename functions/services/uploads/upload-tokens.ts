import { SignJWT } from 'jose';
import { z } from 'zod';
import { INPUT_KINDS, KIND_INFO, nameForKind, SNIFF_BYTES } from '#engine/index.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import type { PendingUploadAnswer } from '#platform/contracts/api/answers.ts';
import { uploadFileSchema } from '#platform/contracts/api/requests.ts';
import { deliveryTargetsSchema, type DeliveryTargets } from '#platform/contracts/delivery-targets.ts';
import { jobOptionsOf, jobOptionsSchema } from '#platform/contracts/job-options.ts';
import { jobIdSchema, jobKeys, type JobRecord } from '#platform/contracts/job.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { createJobId } from '#platform/job-records.ts';
import type { ObjectStore, StoredObject } from '#platform/ports/object-store.ts';
import { readFirst } from '#platform/read-stream.ts';
import { ApiError, fromBackend } from '../api-error.ts';
import { isTargetName } from '../deliveries/delivery-targets.ts';
import { cleanFileName } from './file-name.ts';
import type { JobClient } from '../holdings/client-holdings.ts';
import type { AcceptedFile, JobIntake } from '../jobs/job-intake.ts';
import { readJobOptions } from '../jobs/job-options.ts';
import type { JobService } from '../jobs/job-service.ts';
import { signingKey, verifyWithAny } from '../identity/signing-secrets.ts';
import { kindOf, promisedKind } from './upload-check.ts';

const TOKEN_SECONDS = OPERATING_LIMITS.uploadTokenSeconds;
const AUDIENCE = 'featherpress-upload';

const uploadTokenSchema = z.object({
  jobId: jobIdSchema,
  fileName: z.string(),
  kind: z.enum(INPUT_KINDS),
  sourceBytes: z.number(),
  /** Key of the client that holds its bytes; missing in tokens of the version before. */
  client: z.string().optional(),
  deliver: deliveryTargetsSchema.optional(),
  /** Its account, where it has one. */
  accountId: z.string().optional(),
  ...jobOptionsSchema.shape,
});
type UploadToken = z.infer<typeof uploadTokenSchema>;

interface UploadTokensDependencies {
  readonly objects: ObjectStore;
  readonly intake: Pick<JobIntake, 'start' | 'discard' | 'expect'>;
  readonly jobs: Pick<JobService, 'find'>;
  /** The first signs, all are taken. */
  readonly secrets: readonly string[];
  readonly maxFileBytes: number;
  readonly clock?: Clock;
}

/** Whose upload a token is for, and where its job is to be delivered. */
interface UploadRecipient {
  /** Holds the bytes until the upload is completed [no client, without a limit]. */
  readonly client?: JobClient | undefined;
  /** [nowhere] */
  readonly deliver?: DeliveryTargets | undefined;
}

/** Uploads straight to the object store. The signed token holds all that is known of one, so no state is kept here. */
export class UploadTokens {
  private readonly dependencies: UploadTokensDependencies;
  private readonly clock: Clock;

  constructor(dependencies: UploadTokensDependencies) {
    this.dependencies = dependencies;
    this.clock = dependencies.clock ?? systemClock;
  }

  /**
   * Where and how a client sends its file, and what it shows when that is done.
   * @throws ApiError of the upload rules, "rate-limited", or "not-found" where the store takes no uploads of its own
   */
  async create(request: unknown, { client, deliver }: UploadRecipient = {}): Promise<PendingUploadAnswer> {
    const { intake, secrets, maxFileBytes } = this.dependencies;
    const token = {
      ...readRequest(request, maxFileBytes),
      ...(client ? { client: client.key, accountId: client.accountId } : {}),
      ...(deliver ? { deliver } : {}),
    };
    const contentType = KIND_INFO[token.kind].mimeTypes[0];
    const url = await this.presign(token, contentType);
    await intake.expect({ ...token, client });
    const expires = Math.floor(this.clock.now() / 1_000) + TOKEN_SECONDS;
    return {
      jobId: token.jobId,
      method: 'PUT',
      url,
      headers: { 'Content-Type': contentType, 'Content-Length': String(token.sourceBytes) },
      uploadToken: await sign(token, secrets, expires),
      expiresAt: new Date(expires * 1_000).toISOString(),
    };
  }

  /**
   * Makes a job of a file that was sent, once in the life of the token. Completing it again, also at the same moment,
   * leads to the same job.
   * @param client who completes it; the limits of its open jobs hold for the client that got the token
   * @throws ApiError "invalid-request" (token not ours or expired, file missing), "expired" when its job has expired,
   *         or of the upload rules
   */
  async complete(uploadToken: unknown, client?: JobClient): Promise<JobRecord> {
    const { intake, jobs, secrets, objects } = this.dependencies;
    const token = await verify(uploadToken, secrets, new Date(this.clock.now()));
    const started = await jobs.find(token.jobId);
    if (started) return this.completeAgain(token, started, client);
    if (await this.isRemembered(token.jobId)) throw completedBefore();
    const stored = await fromBackend(() => objects.find(jobKeys.upload(token.jobId)));
    if (!stored) {
      // A job that another call has started may have ended since, and its upload with it.
      const ended = await jobs.find(token.jobId);
      if (ended) return ended;
      throw invalid('The file has not been uploaded yet.');
    }
    const file = await this.acceptedFile(token, stored, client);
    const record = await intake.start(file, jobOptionsOf(token));
    await this.remember(token.jobId);
    return record;
  }

  private async presign({ jobId, sourceBytes }: UploadToken, contentType: string): Promise<string> {
    const { objects } = this.dependencies;
    const wanted = { contentType, bytes: sourceBytes, expiresInSeconds: TOKEN_SECONDS };
    const url = await fromBackend(() => objects.presignPut(jobKeys.upload(jobId), wanted));
    if (url !== null) return url;
    throw new ApiError('not-found', {
      message: 'This server has no object store to upload to directly. Use POST /api/compress.',
    });
  }

  /** Checks what was sent. A file that is refused is gone, unless another call has made a job of it. */
  private async acceptedFile(
    token: UploadToken,
    { body, bytes }: StoredObject,
    client: JobClient | undefined,
  ): Promise<AcceptedFile> {
    const { intake, jobs } = this.dependencies;
    try {
      const head = await fromBackend(() => readFirst(body, SNIFF_BYTES));
      if (bytes < token.sourceBytes) throw invalid('The uploaded file is not complete.');
      if (bytes > token.sourceBytes)
        throw invalid('The uploaded file is larger than it was announced to be.');
      const kind = kindOf(head);
      const fileName = nameForKind(token.fileName, kind);
      return { ...token, kind, fileName, client: holderOf(token, client) };
    } catch (error) {
      if (!(await jobs.find(token.jobId))) await intake.discard(token.jobId);
      throw error;
    }
  }

  /** A call before that died between the record of its job and the queue has left a job that waits for no worker. */
  private async completeAgain(
    token: UploadToken,
    started: JobRecord,
    client: JobClient | undefined,
  ): Promise<JobRecord> {
    let record = started;
    if (started.status === 'queued' && !(await this.isRemembered(token.jobId))) {
      const { kind, fileName } = started;
      const file = { ...token, kind, fileName, client: holderOf(token, client) };
      record = await this.dependencies.intake.start(file, jobOptionsOf(token), { isRepeated: true });
    }
    await this.remember(token.jobId);
    return record;
  }

  /** Remembered for as long as any token lives: what is known of the job itself may expire sooner. */
  private async remember(jobId: string): Promise<void> {
    const { objects } = this.dependencies;
    const options = { contentType: 'text/plain', ifAbsent: true };
    await fromBackend(() => objects.put(jobKeys.completion(jobId), new Uint8Array(), options));
  }

  private async isRemembered(jobId: string): Promise<boolean> {
    const { objects } = this.dependencies;
    return (await fromBackend(() => objects.head(jobKeys.completion(jobId)))) !== null;
  }
}

function readRequest(request: unknown, maxFileBytes: number): UploadToken {
  const parsed = uploadFileSchema.safeParse(request);
  if (!parsed.success) throw invalid('Send at least "fileName" and "bytes" of the file.');
  const { fileName: name, bytes, type = '', ...others } = parsed.data;
  const fileName = cleanFileName(name);
  const kind = promisedKind({ fileName, mimeType: type });
  if (!kind) throw new ApiError('unsupported-type');
  if (bytes > maxFileBytes) throw new ApiError('too-large');
  const options = readJobOptions(
    Object.entries(others)
      .filter(([option, value]) => !(isTargetName(option) && typeof value === 'string'))
      .map(([option, value]) => [option, String(value ?? '')] as const),
  );
  return { jobId: createJobId(), fileName, kind, sourceBytes: bytes, ...options };
}

function sign(token: UploadToken, secrets: readonly string[], expires: number): Promise<string> {
  return new SignJWT({ ...token })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setExpirationTime(expires)
    .sign(signingKey(secrets));
}

async function verify(
  uploadToken: unknown,
  secrets: readonly string[],
  currentDate: Date,
): Promise<UploadToken> {
  try {
    const expected = { audience: AUDIENCE, requiredClaims: ['exp'], currentDate };
    return uploadTokenSchema.parse(await verifyWithAny(String(uploadToken), secrets, expected));
  } catch {
    throw invalid('This upload token is not valid, or it has expired.');
  }
}

/** The client that the token was made for, wherever it is now. */
function holderOf(token: UploadToken, client: JobClient | undefined): JobClient | undefined {
  return token.client === undefined || !client
    ? client
    : { ...client, key: token.client, accountId: token.accountId };
}

function completedBefore(): ApiError {
  return new ApiError('expired', {
    message: 'This upload was completed before, and its result has expired. Please upload the file again.',
  });
}

function invalid(message: string): ApiError {
  return new ApiError('invalid-request', { message });
}
