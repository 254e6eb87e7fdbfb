import { GetBucketCorsCommand, PutBucketCorsCommand, type CORSRule, type S3Client } from '@aws-sdk/client-s3';

/** What browsers need of a bucket for presigned uploads and downloads. @param origins of the pages; "*" for any */
function ruleFor(origins: readonly string[]): CORSRule {
  return {
    ID: 'featherpress',
    AllowedMethods: ['GET', 'HEAD', 'PUT'],
    AllowedOrigins: [...origins],
    // The type of an upload is signed, and most types need a preflight.
    AllowedHeaders: ['content-type'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 86_400,
  };
}

/** Sets our rule of a bucket and leaves those of others as they are. */
export async function setBucketCors(
  client: S3Client,
  bucket: string,
  origins: readonly string[],
): Promise<void> {
  const rule = ruleFor(origins);
  const others = (await rulesOf(client, bucket)).filter(({ ID }) => ID !== rule.ID);
  const CORSConfiguration = { CORSRules: [rule, ...others] };
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }));
}

/** The origins of which the rules of a bucket do not let a presigned upload through. */
export async function originsWithoutCors(
  client: S3Client,
  bucket: string,
  origins: readonly string[],
): Promise<string[]> {
  const rules = await rulesOf(client, bucket);
  return origins.filter((origin) => !rules.some((rule) => letsUpload(rule, origin)));
}

function letsUpload(
  { AllowedMethods = [], AllowedOrigins = [], AllowedHeaders = [] }: CORSRule,
  origin: string,
): boolean {
  return (
    AllowedMethods.includes('PUT') &&
    AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
    AllowedHeaders.some((pattern) => matches(pattern.toLowerCase(), 'content-type'))
  );
}

/** A pattern of S3 holds at most one asterisk. */
function matches(pattern: string, text: string): boolean {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === text;
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}

async function rulesOf(client: S3Client, bucket: string): Promise<CORSRule[]> {
  try {
    return (await client.send(new GetBucketCorsCommand({ Bucket: bucket }))).CORSRules ?? [];
  } catch (error) {
    if ((error as Error).name === 'NoSuchCORSConfiguration') return [];
    throw error;
  }
}
