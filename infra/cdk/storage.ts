import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import { PolicyStatement, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { expiryRules } from '../../platform/contracts/expiry-rules.ts';

/**
 * After how many days S3 deletes what the web servers, who go by the same rules to the minute, did not: its rules count in
 * days. docs/operations.md says what lies where.
 */
const DAYS_KEPT = Object.entries(expiryRules({})).map(
  ([prefix, seconds]) => [prefix, Math.ceil(seconds / 86_400)] as const,
);

/** The bucket of the settings, whose rules stay those of its owner, or one of our own. */
export function findFileStore(
  scope: Construct,
  { siteUrl, existing }: { readonly siteUrl: string; readonly existing: string | undefined },
): IBucket {
  return existing === undefined
    ? createFileStore(scope, { siteUrl })
    : Bucket.fromBucketName(scope, 'Files', existing);
}

/** Uploads, records and results. Browsers send and fetch files by presigned addresses, so it answers the site's origin. */
function createFileStore(scope: Construct, options: { readonly siteUrl: string }): Bucket {
  const days = (prefix: string, count: number) => ({
    id: prefix.slice(0, -1),
    prefix,
    expiration: Duration.days(count),
  });
  return new Bucket(scope, 'Files', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    cors: [
      {
        allowedOrigins: [options.siteUrl],
        allowedMethods: [HttpMethods.PUT, HttpMethods.GET, HttpMethods.HEAD],
        allowedHeaders: ['*'],
        exposedHeaders: ['ETag', 'Content-Length', 'Content-Disposition'],
        maxAge: 3_600,
      },
    ],
    lifecycleRules: [
      { id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ...DAYS_KEPT.map(([prefix, count]) => days(prefix, count)),
    ],
    // Everything in it is gone within days by itself; nothing is lost that was to be kept.
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: false,
  });
}

/** Scripts, styles and pictures of the site. Files of builds before stay, so that no open page misses one. */
export function createAssetStore(scope: Construct): Bucket {
  return new Bucket(scope, 'Assets', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [{ id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    removalPolicy: RemovalPolicy.RETAIN,
  });
}

/**
 * What web servers and workers do with objects, see docs/operations.md. Listing too: without it S3 answers 403 instead of
 * 404 for an object that is not there.
 */
export function allowObjects(files: IBucket, to: IGrantable): void {
  const objects = [
    's3:GetObject',
    's3:PutObject',
    's3:DeleteObject',
    's3:AbortMultipartUpload',
    's3:ListMultipartUploadParts',
  ];
  for (const [actions, resource] of [
    [objects, files.arnForObjects('*')],
    [['s3:ListBucket', 's3:ListBucketMultipartUploads'], files.bucketArn],
  ] as const)
    to.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: [...actions], resources: [resource] }),
    );
}
