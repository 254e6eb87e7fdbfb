import { expect, it } from 'vitest';
import { deviceLimits, engineCount, tooManyBytes } from '~/compressor/device/device-limits.ts';

it.each([
  [{ cores: 1, memory: 8 }, 1],
  [{ cores: 2, memory: 8 }, 1],
  [{ cores: 4, memory: 8 }, 3],
  [{ cores: 16, memory: 8 }, 4],
  [{ cores: 8, memory: 4 }, 2],
  [{ cores: 8, memory: 2 }, 1],
])('runs with %o so many engines: %i', (power, engines) => {
  expect(engineCount(power)).toBe(engines);
});

it('takes less of a device with little memory', () => {
  const [small, large] = [4, 8].map((memory) => deviceLimits({ cores: 4, memory }));
  expect([small!.maxPixels, large!.maxPixels]).toEqual([16_000_000, 40_000_000]);
  const bytes = 60 * 1024 * 1024;
  expect(tooManyBytes(bytes, 'jpeg', large!)).toBeNull();
  expect(tooManyBytes(bytes, 'jpeg', small!)).toBe(
    'This image is 60 MB; this device has memory for up to 40 MB.',
  );
  expect(tooManyBytes(bytes, 'pdf', small!)).toBe(
    'This document is 60 MB; this device has memory for up to 50 MB.',
  );
});
