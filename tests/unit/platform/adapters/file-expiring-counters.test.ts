import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileExpiringCounters } from '#platform/adapters/embedded/file-expiring-counters.ts';
import { createLogger } from '#platform/logger.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { until } from '#tests/fixtures/until.ts';

const clock = new FakeClock();
const later = () => clock.now() + 60_000;

it('writes nothing until something changes, and then once for many changes', async () => {
  const folder = temporaryFolder();
  const expiringCounters = await FileExpiringCounters.open(folder, { clock });
  await expiringCounters.close();
  expect(readdirSync(folder)).toEqual([]);

  for (let file = 0; file < 100; file += 1) await expiringCounters.add('day:a', { files: 1 }, later());
  expect(readdirSync(folder)).toEqual([]);
  await clock.advance(1_000);
  await until('the file', () => readdirSync(folder).includes('tallies.json'));
  expect(readFileSync(join(folder, 'tallies.json'), 'utf8')).toContain('"files":100');
  expect(statSync(join(folder, 'tallies.json')).mode & 0o777).toBe(0o600);
});

it('goes on after a restart with what was counted', async () => {
  const folder = temporaryFolder();
  const first = await FileExpiringCounters.open(folder, { clock });
  await first.add('day:a', { files: 2 }, later());
  await first.add('gone', { files: 2 }, clock.now() + 1);
  await clock.advance(1);
  await first.close();
  expect(readFileSync(join(folder, 'tallies.json'), 'utf8')).not.toContain('gone');
  const second = await FileExpiringCounters.open(folder, { clock });
  expect(await second.add('day:a', { files: 1 }, later())).toEqual({ files: 3 });
  await second.close();
});

it.each(['', '{"version":1,"tall', '{"version":9}'])('sets a damaged file aside: %j', async (text) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'tallies.json'), text);
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => lines.push(line) });
  const expiringCounters = await FileExpiringCounters.open(folder, { clock, logger });
  expect(await expiringCounters.read('day:a')).toEqual({});
  await expiringCounters.close();
  expect(lines.join('')).toContain('tallies.damaged');
  const kept = readdirSync(folder).find((name) => name.includes('damaged'))!;
  expect(readFileSync(join(folder, kept), 'utf8')).toBe(text);
});
