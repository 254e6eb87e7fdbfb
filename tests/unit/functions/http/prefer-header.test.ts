import { expect, it } from 'vitest';
import { readPreferences } from '#functions/http/prefer-header.ts';

it.each<[string | undefined, boolean, number?]>([
  [undefined, false],
  ['', false],
  ['respond-async', true],
  ['Respond-Async', true],
  ['respond-async; foo=1', true],
  ['respond-async;foo="a, b; c"', true],
  ['return=minimal, respond-async', true],
  ['respond-async, wait=10', true, 10],
  ['wait=10,respond-async;x', true, 10],
  ['wait = "7" , respond-async', true, 7],
  // Several fields arrive as one list.
  ['handling=lenient, wait=5, respond-async, wait=9', true, 5],
  ['respond-asynchronously', false],
  ['foo="respond-async"', false],
  ['foo="\\", respond-async"', false],
  ['foo="bar, respond-async', false],
  ['respond-async, wait=soon', true],
  ['respond-async, wait=-1', true],
  ['respond-async, wait', true],
  [', ;=, "', false],
])('reads %j', (header, respondAsync, waitSeconds = undefined) => {
  expect(readPreferences(header)).toEqual({ respondAsync, waitSeconds });
});

it('reads a long hostile header at once', () => {
  const before = process.cpuUsage();
  readPreferences(`${' ;'.repeat(8_000)}"${'\\'.repeat(8_001)}`);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
