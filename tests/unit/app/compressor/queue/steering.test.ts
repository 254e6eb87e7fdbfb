// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import {
  chooseWish,
  COMMON_LIMITS,
  DEFAULT_WISH,
  optionsFor,
  parseLimit,
  wishOf,
  wishStore,
  type Wish,
} from '~/compressor/queue/steering.ts';

afterEach(() => localStorage.clear());

test('asks for a size only where the file is above it', () => {
  const wish: Wish = { ...DEFAULT_WISH, preset: 'high', limitBytes: 1_000 };
  expect(optionsFor({ size: 1_001 }, wish)).toEqual({ preset: 'high', targetBytes: 1_000 });
  expect(optionsFor({ size: 1_000 }, wish)).toEqual({ preset: 'high' });
  // What is kept in any case need not be said; "nothing" and "more" must be.
  expect(optionsFor({ size: 1 }, { ...wish, keep: ['date', 'copyright'] })).toEqual({ preset: 'high' });
  expect(optionsFor({ size: 1 }, { ...wish, keep: [] })).toEqual({ preset: 'high', keep: [] });
  expect(wishOf({ preset: 'high', keep: ['location'] })).toEqual({
    ...wish,
    limitBytes: null,
    keep: ['location'],
  });
});

test.each([
  ['500', 500 * 1024],
  ['1,5 MB', 1.5 * 1024 * 1024],
  ['350kb', 350 * 1024],
  ['200 MB', 200 * 1024 * 1024],
  ['201 MB', null],
  ['small', null],
  ['0', null],
  ['', null],
])('reads the limit %j', (text, bytes) => {
  expect(parseLimit(text)).toBe(bytes);
});

test('offers only limits that can be read', () => {
  expect(COMMON_LIMITS.map(parseLimit)).not.toContain(null);
});

test('remembers what was chosen, and falls back where that cannot be read', () => {
  expect(wishStore.read()).toEqual(DEFAULT_WISH);
  let told = 0;
  const forget = wishStore.subscribe(() => told++);
  chooseWish({ preset: 'small', limitBytes: 512_000, keep: ['date'] });
  forget();
  expect(told).toBe(1);
  expect(wishStore.read()).toEqual({ preset: 'small', limitBytes: 512_000, keep: ['date'] });
  expect(wishStore.read()).toBe(wishStore.read());
  localStorage.setItem('compressionWish', '{"preset":"tiny","limitBytes":-4}');
  expect(wishStore.read()).toEqual(DEFAULT_WISH);
  localStorage.setItem('compressionWish', 'not JSON');
  expect(wishStore.read()).toEqual(DEFAULT_WISH);
});

test('keeps the choice for the page where the storage is closed', () => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = () => {
    throw new DOMException('Closed.', 'QuotaExceededError');
  };
  chooseWish({ ...DEFAULT_WISH, preset: 'high' });
  Storage.prototype.setItem = setItem;
  expect(wishStore.read().preset).toBe('high');
});
