import { parseArgs } from 'node:util';
import { readConfig } from '#platform/config.ts';
import { ConfigError } from '#platform/config-error.ts';
import { createS3Client } from '#platform/adapters/aws/aws-clients.ts';
import { originsWithoutCors, setBucketCors } from '#platform/adapters/aws/bucket-cors.ts';

const HELP = `Lets pages of other origins send files to the bucket by presigned addresses (CORS).

  npm run bucket:cors -- [--check] ORIGIN ...

ORIGIN   such as https://featherpress.example, or "*" for any
--check  changes nothing; status 1 when an origin is not let through

The bucket is that of the environment: S3_BUCKET with S3_ENDPOINT, AWS_REGION and credentials, as web servers have them.
Needs s3:GetBucketCORS and s3:PutBucketCORS.`;

/** @returns the exit status */
async function main(): Promise<number> {
  const { values, positionals: origins } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help || origins.length === 0) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  const wrong = origins.find((origin) => origin !== '*' && !/^https?:\/\/[^/]+$/.test(origin));
  if (wrong !== undefined) {
    console.error(`Expected an origin such as https://featherpress.example but received ${wrong}`);
    return 2;
  }
  const config = readConfig(undefined, 'worker');
  if (config.mode === 'embedded') {
    console.error('S3_BUCKET is not set: an embedded server has no bucket, and answers every origin itself.');
    return 2;
  }
  const { bucket, endpoint } = config.s3;
  const client = createS3Client({ region: config.awsRegion, endpoint });
  try {
    if (!values.check) await setBucketCors(client, bucket, origins);
    const missing = await originsWithoutCors(client, bucket, origins);
    for (const origin of missing) console.error(`The bucket ${bucket} does not let ${origin} through.`);
    if (missing.length === 0) console.log(`The bucket ${bucket} lets ${origins.join(', ')} through.`);
    return missing.length === 0 ? 0 : 1;
  } finally {
    client.destroy();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : String(error));
  process.exitCode = 2;
}
