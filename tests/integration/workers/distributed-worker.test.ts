import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { createPlatform } from '#platform/create-platform.ts';
import { startAwsEmulator } from '#tests/fixtures/aws-emulator.ts';
import { startChild, type Child } from '#tests/fixtures/child-process.ts';
import { endOfJob, keysOf, queueIsEmpty, submitJob } from '#tests/fixtures/jobs.ts';
import { picture } from '../../../bench/sample-pictures.ts';
import { startRedisServer } from '#tests/fixtures/redis-server.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const program = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const WORKER = program('../../../workers/main.ts');
const IMPATIENT_WORKER = program('../../fixtures/impatient-worker-process.ts');
const FILES = 12;

async function startBackends(): Promise<Record<string, string>> {
  const [emulator, redis] = await Promise.all([startAwsEmulator(), startRedisServer(temporaryFolder())]);
  onTestFinished(async () => {
    await Promise.all([emulator.stop(), redis.stop()]);
  });
  return {
    S3_BUCKET: await emulator.createBucket(),
    S3_ENDPOINT: emulator.s3Endpoint,
    SQS_QUEUE_URL: await emulator.createQueue({ maxReceiveCount: OPERATING_LIMITS.maxReceiveCount }),
    SQS_ENDPOINT: emulator.access.endpoint,
    REDIS_URL: redis.url,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TMPDIR: temporaryFolder(),
    PORT: '0',
    LOG_LEVEL: 'silent',
  };
}

function startProgram(path: string, env: Record<string, string>): Child {
  const child = startChild([path], undefined, env);
  onTestFinished(() => child.kill());
  return child;
}

/** Source: proc_tid_children(5). */
function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'ascii').split(' ').filter(Boolean).map(Number);
}

it('loses no job over S3, SQS and Redis when workers and engines are killed', async () => {
  const env = await startBackends();
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) process.env[name] = env[name];
  const platform = await createPlatform(readConfig(env, 'worker'));
  onTestFinished(() => platform.close());
  const done = new Set<string>();
  await platform.events.subscribe('jobs', (event) => {
    if (event.type === 'job.completed') done.add(event.jobId);
  });

  const photo = await picture('jpeg', 320, 240);
  const ids: string[] = [];
  for (let index = 0; index < FILES; index += 1) ids.push(await submitJob(platform, photo));

  const first = startProgram(IMPATIENT_WORKER, env);
  await expect.poll(() => done.size, { interval: 5 }).toBeGreaterThan(0);
  await first.kill('SIGKILL');
  const doneByFirst = done.size;

  const second = startProgram(WORKER, env);
  await expect.poll(() => childrenOf(second.process.pid).length).toBeGreaterThan(0);
  for (const pid of childrenOf(second.process.pid)) process.kill(pid, 'SIGKILL');

  const ends = await Promise.all(ids.map((id) => endOfJob(platform, id)));
  expect(ends.map((record) => record?.status)).toEqual(Array(FILES).fill('completed'));
  expect(doneByFirst).toBeLessThan(FILES);
  await queueIsEmpty(platform);
  expect(await platform.counter.read()).toBe(FILES);
  expect(await keysOf(platform, 'uploads/')).toEqual([]);
  expect(await keysOf(platform, 'results/')).toHaveLength(FILES);

  await second.kill('SIGTERM');
  expect(second.process.exitCode).toBe(0);
  expect(readdirSync(join(env.TMPDIR ?? '', 'featherpress'))).toEqual([]);
});
