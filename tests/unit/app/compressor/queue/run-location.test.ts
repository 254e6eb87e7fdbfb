// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { chooseRunLocation, runLocationNow, runLocationStore } from '~/compressor/queue/run-location.ts';

afterEach(() => localStorage.clear());

it('remembers the choice and tells whoever listens', () => {
  let told = 0;
  const stop = runLocationStore.subscribe(() => (told += 1));
  expect(runLocationStore.read()).toBeNull();
  chooseRunLocation('device');
  expect([runLocationStore.read(), told]).toEqual(['device', 1]);
  stop();
});

it('holds for the page where the storage is closed', () => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = () => {
    throw new DOMException('Closed.', 'SecurityError');
  };
  chooseRunLocation('device');
  Storage.prototype.setItem = setItem;
  expect(runLocationStore.read()).toBe('device');
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
  expect(runLocationNow(chosen, online, deviceCan)).toBe(place);
});
