// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import {
  chooseOptions,
  COMMON_LIMITS,
  DEFAULT_CHOICE,
  optionsFor,
  parseLimit,
  chosenOptionsOf,
  chosenOptionsStore,
  type ChosenOptions,
} from '~/compressor/queue/chosen-options.ts';

afterEach(() => localStorage.clear());

test('asks for a size only where the file is above it', () => {
  const chosen: ChosenOptions = { ...DEFAULT_CHOICE, preset: 'high', limitBytes: 1_000 };
  expect(optionsFor({ size: 1_001 }, chosen)).toEqual({ preset: 'high', targetBytes: 1_000 });
  expect(optionsFor({ size: 1_000 }, chosen)).toEqual({ preset: 'high' });
  // What is kept in any case need not be said; "nothing" and "more" must be.
  expect(optionsFor({ size: 1 }, { ...chosen, keep: ['date', 'copyright'] })).toEqual({ preset: 'high' });
  expect(optionsFor({ size: 1 }, { ...chosen, keep: [] })).toEqual({ preset: 'high', keep: [] });
  expect(chosenOptionsOf({ preset: 'high', keep: ['location'] })).toEqual({
    ...chosen,
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
  expect(chosenOptionsStore.read()).toEqual(DEFAULT_CHOICE);
  let told = 0;
  const forget = chosenOptionsStore.subscribe(() => told++);
  chooseOptions({ preset: 'small', limitBytes: 512_000, keep: ['date'] });
  forget();
  expect(told).toBe(1);
  expect(chosenOptionsStore.read()).toEqual({ preset: 'small', limitBytes: 512_000, keep: ['date'] });
  expect(chosenOptionsStore.read()).toBe(chosenOptionsStore.read());
  localStorage.setItem('compressionWish', '{"preset":"tiny","limitBytes":-4}');
  expect(chosenOptionsStore.read()).toEqual(DEFAULT_CHOICE);
  localStorage.setItem('compressionWish', 'not JSON');
  expect(chosenOptionsStore.read()).toEqual(DEFAULT_CHOICE);
});

test('keeps the choice for the page where the storage is closed', () => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = () => {
    throw new DOMException('Closed.', 'QuotaExceededError');
  };
  chooseOptions({ ...DEFAULT_CHOICE, preset: 'high' });
  Storage.prototype.setItem = setItem;
  expect(chosenOptionsStore.read().preset).toBe('high');
});
