import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { filesBelow } from '#tests/fixtures/files-below.ts';
import { queueIsEmpty } from '#tests/fixtures/jobs.ts';
import { picture, type PictureKind } from '../../../bench/sample-pictures.ts';
import { startWebServer } from '#tests/fixtures/web-server.ts';
import { startWorker } from '#workers/start-worker.ts';

const FILES = 40;
const AT_ONCE = 8;
const KILL_EVERY_ANSWERS = 5;
const KINDS: readonly PictureKind[] = ['jpeg', 'png', 'webp'];

/** Works on all items, so many at a time. */
async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const worker = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

it('answers and counts 40 files while engine processes are killed at random', async () => {
  const server = await startWebServer();
  onTestFinished(() => server.close());
  const logger = createLogger({ level: 'silent' });
  const worker = await startWorker({ config: server.config, platform: server.platform, logger });
  onTestFinished(() => worker.stop({ graceMs: 0 }));
  const files = await Promise.all(KINDS.map(async (kind) => ({ kind, bytes: await picture(kind, 32, 24) })));
  await worker.warm;

  let kills = 0;
  const killOne = (): void => {
    const pids = worker.pids();
    const pid = pids[Math.floor(Math.random() * pids.length)];
    if (pid === undefined) return;
    process.kill(pid, 'SIGKILL');
    kills += 1;
  };

  const answers: number[] = [];
  await inParallel([...Array(FILES).keys()], AT_ONCE, async (index) => {
    const { kind, bytes } = files[index % files.length]!;
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(bytes)], `picture.${kind}`, { type: `image/${kind}` }));
    const response = await fetch(`${server.url}/api/compress`, { method: 'POST', body: form });
    const result = await response.arrayBuffer();
    expect(result.byteLength).toBeLessThanOrEqual(bytes.length);
    answers.push(response.status);
    if (answers.length % KILL_EVERY_ANSWERS === 0) killOne();
  });

  expect(answers).toEqual(Array(FILES).fill(200));
  expect(kills).toBeGreaterThan(5);
  await queueIsEmpty(server.platform);
  expect(await server.platform.counter.read()).toBe(FILES);
  expect(await server.keys('uploads/')).toEqual([]);
  if (server.config.mode !== 'embedded') throw new Error('Expected an embedded server');
  const folder = server.config.dataDir;
  for (const place of ['incoming', 'queue']) expect(await readdir(join(folder, place))).toEqual([]);
  expect(await filesBelow(join(folder, 'tmp'))).toEqual([]);
});
