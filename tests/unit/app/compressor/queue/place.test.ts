// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { choosePlace, placeNow, placeStore } from '~/compressor/queue/place.ts';

afterEach(() => localStorage.clear());

it('remembers the choice and tells whoever listens', () => {
  let told = 0;
  const stop = placeStore.subscribe(() => (told += 1));
  expect(placeStore.read()).toBeNull();
  choosePlace('device');
  expect([placeStore.read(), told]).toEqual(['device', 1]);
  stop();
});

it('holds for the page where the storage is closed', () => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = () => {
    throw new DOMException('Closed.', 'SecurityError');
  };
  choosePlace('device');
  Storage.prototype.setItem = setItem;
  expect(placeStore.read()).toBe('device');
});

it.each([
  // chosen, online, device can, place
  [null, true, true, 'server'],
  [null, false, true, 'device'],
  [null, false, false, 'server'],
  ['server', true, true, 'server'],
  ['server', false, true, 'device'],
  // Whoever chose the device is never sent to the server by themselves.
  ['device', true, true, 'device'],
  ['device', true, false, 'device'],
  ['device', false, false, 'device'],
] as const)('chosen %s, online %s, device can %s: %s', (chosen, online, deviceCan, place) => {
  expect(placeNow(chosen, online, deviceCan)).toBe(place);
});
