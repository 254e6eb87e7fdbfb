/**
 * Prints which share of its lines lies in functions that the tests of vitest ran, room by room, from the summary that
 * `vitest run --coverage` leaves, and fails when a room is below the least share.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COVERED_ROOMS, LEAST_LINES_PERCENT, roomOf } from './covered-rooms.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SUMMARY = fileURLToPath(new URL('../../coverage/coverage-summary.json', import.meta.url));

interface FileCoverage {
  readonly lines: { readonly total: number; readonly covered: number };
}

if (!existsSync(SUMMARY)) {
  console.error('There is no coverage summary: run the unit tests with --coverage first.');
  process.exit(1);
}
const files = Object.entries(JSON.parse(readFileSync(SUMMARY, 'utf8')) as Record<string, FileCoverage>)
  .filter(([path]) => path !== 'total')
  .map(([path, { lines }]) => ({ path: relative(ROOT, path).split(sep).join('/'), lines }));

let isBelow = false;
for (const room of COVERED_ROOMS) {
  const own = files.filter(({ path }) => roomOf(path) === room);
  const total = own.reduce((sum, { lines }) => sum + lines.total, 0);
  const covered = own.reduce((sum, { lines }) => sum + lines.covered, 0);
  const percent = total === 0 ? 0 : (100 * covered) / total;
  const isLow = percent < LEAST_LINES_PERCENT;
  isBelow ||= isLow;
  console.log(
    `${room.padEnd(30)} ${percent.toFixed(1).padStart(5)} % of ${String(total).padStart(5)} lines${isLow ? `  below ${LEAST_LINES_PERCENT} %` : ''}`,
  );
}
process.exitCode = isBelow ? 1 : 0;
