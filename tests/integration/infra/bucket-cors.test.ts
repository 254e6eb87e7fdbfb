import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { GetBucketCorsCommand, PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAwsEmulator, type AwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';

const COMMAND = fileURLToPath(new URL('../../../infra/bucket/cors.ts', import.meta.url));
let emulator: AwsEmulator;
beforeAll(async () => void (emulator = await startAwsEmulator()));
afterAll(() => emulator.stop());

/** Runs the command as an operator would. */
async function run(bucket: string | undefined, ...args: string[]) {
  const distributed = {
    S3_BUCKET: bucket,
    S3_ENDPOINT: emulator.s3Endpoint,
    SQS_QUEUE_URL: `${emulator.access.endpoint}/000000000000/any`,
    REDIS_URL: 'redis://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  const env = { PATH: process.env.PATH, ...(bucket === undefined ? {} : distributed) };
  const child = spawn(PROJECT_NODE, [COMMAND, ...args], { env: env as unknown as NodeJS.ProcessEnv });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += String(text)));
  child.stderr.on('data', (text: Buffer) => (said += String(text)));
  const [status] = (await once(child, 'close')) as [number];
  return { status, said };
}

it('sets the rules that presigned uploads of browsers need, and keeps those of others', async () => {
  const bucket = await emulator.createBucket();
  const site = 'https://featherpress.example';
  expect(await run(bucket, '--check', site)).toMatchObject({
    status: 1,
    said: `The bucket ${bucket} does not let ${site} through.\n`,
  });
  const other = { ID: 'other', AllowedMethods: ['GET'], AllowedOrigins: ['https://other.example'] };
  await emulator.s3.send(
    new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [other] } }),
  );
  expect(await run(bucket, 'https://a.example', site)).toMatchObject({ status: 0 });
  expect(await run(bucket, '--check', site, 'https://b.example')).toMatchObject({ status: 1 });
  const { CORSRules = [] } = await emulator.s3.send(new GetBucketCorsCommand({ Bucket: bucket }));
  expect(CORSRules.map(({ ID }) => ID)).toEqual(['featherpress', 'other']);
  expect(CORSRules[0]).toMatchObject({
    AllowedOrigins: ['https://a.example', site],
    AllowedHeaders: ['content-type'],
  });
  // A store may put them in another order.
  expect([...(CORSRules[0]?.AllowedMethods ?? [])].sort()).toEqual(['GET', 'HEAD', 'PUT']);
});

it('says what is wrong with what it was given', async () => {
  expect(await run(undefined, 'https://a.example')).toMatchObject({ status: 2, said: expect.stringMatching(/^S3_BUCKET is not set/) }); // prettier-ignore
  expect(await run('any', 'a.example/path')).toMatchObject({ status: 2 });
  expect((await run('no-such-bucket-at-all', '--check', '*')).status).not.toBe(0);
});
