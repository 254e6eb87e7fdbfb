import { expect, it, onTestFinished } from 'vitest';
import { createStatsFeed } from '#functions/services/stats/stats-feed.ts';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { createLogger } from '#platform/logger.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

async function openFeed(options: { intervalMs?: number; refreshMs?: number } = {}) {
  const platform = await createEmbeddedPlatform({ dataDir: temporaryFolder() });
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', write: (line) => lines.push(line) });
  const feed = await createStatsFeed({ platform, logger, intervalMs: 20, ...options });
  onTestFinished(async () => {
    await feed.close();
    await platform.close();
  });
  const seen: number[] = [];
  const stop = feed.watch((count) => seen.push(count));
  const publish = (compressedCount: number) =>
    platform.events.publish('stats', { type: 'stats.updated', compressedCount });
  return { platform, feed, seen, stop, publish, lines };
}

it('pushes the newest count and never an older one', async () => {
  const { seen, publish } = await openFeed();
  for (const count of [3, 5, 4]) await publish(count);
  await expect.poll(() => seen).toEqual([3, 5]);
});

it('joins what comes within one interval', async () => {
  const { seen, publish } = await openFeed({ intervalMs: 50 });
  for (let count = 1; count <= 100; count += 1) await publish(count);
  await expect.poll(() => seen.at(-1)).toBe(100);
  expect(seen.length).toBeLessThan(10);
});

it('reads the counter itself when it is asked, and where events were lost', async () => {
  const { platform, feed, seen } = await openFeed({ refreshMs: 10 });
  await platform.counter.addOnce('a');
  await expect.poll(() => seen).toEqual([1]);
  await platform.counter.addOnce('b');
  expect(await feed.read()).toBe(2);
});

it('logs a counter that is away and goes on', async () => {
  const { platform, seen, lines } = await openFeed({ refreshMs: 10 });
  const read = platform.counter.read.bind(platform.counter);
  platform.counter.read = () => Promise.reject(new Error('away'));
  await expect.poll(() => lines.join('')).toContain('stats.refresh-failed');
  platform.counter.read = read;
  await platform.counter.addOnce('a');
  await expect.poll(() => seen).toEqual([1]);
});

it('tells a listener that has stopped nothing more', async () => {
  const { feed, seen, stop, publish } = await openFeed();
  stop();
  await publish(7);
  await expect.poll(() => feed.read()).toBe(7);
  expect(seen).toEqual([]);
});

it('counts files of a device, tells it at once, and goes on where the event is lost', async () => {
  const { platform, feed, seen, lines } = await openFeed();
  await feed.countDeviceFiles(3);
  await expect.poll(() => seen).toEqual([3]);
  platform.events.publish = () => Promise.reject(new Error('away'));
  await feed.countDeviceFiles(2);
  expect(await feed.read()).toBe(5);
  expect(lines.join('')).toContain('event.lost');
});
