import { expect, it } from 'vitest';
import { bytesOfItem } from '#engine/containers/boxes/heif-items.ts';

const FILE = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const placesOf = (data: Uint8Array) => [{ type: 'iloc', data }];

it.each([
  ['in one piece', [0, 0, 0, 0, 0x11, 0, 0, 1, 0, 9, 0, 0, 0, 1, 2, 3], [3, 4, 5]],
  ['in two', [0, 0, 0, 0, 0x11, 0, 0, 1, 0, 9, 0, 0, 0, 2, 0, 1, 2, 1], null],
  ['past the end', [0, 0, 0, 0, 0x11, 0, 0, 1, 0, 9, 0, 0, 0, 1, 6, 3], null],
  ['that is not listed', [0, 0, 0, 0, 0x11, 0, 0, 0], null],
])('finds an item %s', (_, places, bytes) => {
  const found = bytesOfItem(FILE, placesOf(Uint8Array.from(places)), 9);
  expect(found && [...found]).toEqual(bytes);
});

it('takes no time for pieces of no length by the thousand million', () => {
  const items = 100_000;
  const places = new Uint8Array(10 + items * 10);
  const view = new DataView(places.buffer);
  places[0] = 2;
  view.setUint32(6, items);
  // Id 0, in the file, no base, 65 535 pieces whose place and length take no bytes.
  for (let item = 0; item < items; item++) view.setUint16(10 + item * 10 + 8, 65_535);
  const before = process.cpuUsage();
  expect(bytesOfItem(FILE, placesOf(places), 9)).toBeNull();
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});
