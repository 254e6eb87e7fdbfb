// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => {
  chooseOptions(DEFAULT_CHOICE);
  localStorage.clear();
});

const jpeg = (size: number) => ({ file: { size }, kind: 'jpeg' }) as const;

test('asks for a size only where the file is above it', () => {
  const chosen: ChosenOptions = { ...DEFAULT_CHOICE, preset: 'high', limitBytes: 1_000 };
  expect(optionsFor(jpeg(1_001), chosen)).toEqual({ preset: 'high', targetBytes: 1_000 });
  expect(optionsFor(jpeg(1_000), chosen)).toEqual({ preset: 'high' });
  // What is kept in any case need not be said; "nothing" and "more" must be.
  expect(optionsFor(jpeg(1), { ...chosen, keep: ['date', 'copyright'] })).toEqual({ preset: 'high' });
  expect(optionsFor(jpeg(1), { ...chosen, keep: [] })).toEqual({ preset: 'high', keep: [] });
  expect(chosenOptionsOf({ preset: 'high', keep: ['location'] })).toEqual({
    ...chosen,
    limitBytes: null,
    keep: ['location'],
  });
});

test('asks for format and size of images alone, and for nothing that does not go with the level', () => {
  const chosen: ChosenOptions = { ...DEFAULT_CHOICE, images: { format: 'webp', maxWidth: 800 } };
  expect(optionsFor(jpeg(1), chosen)).toEqual({ preset: 'balanced', format: 'webp', maxWidth: 800 });
  expect(optionsFor({ file: { size: 1 }, kind: 'pdf' }, chosen)).toEqual({ preset: 'balanced' });
  const scored: ChosenOptions = { ...chosen, preset: 'lossless', images: { score: 80 } };
  expect(optionsFor(jpeg(1), scored)).toEqual({ preset: 'lossless' });
  // Another format may take more bytes than the original.
  expect(optionsFor(jpeg(1), { ...chosen, limitBytes: 500 })).toMatchObject({ targetBytes: 500 });
  expect(chosenOptionsOf(optionsFor(jpeg(1), chosen)).images).toEqual(chosen.images);
});

test('follows what another tab chooses', () => {
  chooseOptions({ ...DEFAULT_CHOICE, images: { format: 'webp' } });
  const listener = vi.fn();
  const end = chosenOptionsStore.subscribe(listener);
  localStorage.setItem('compressionWish', JSON.stringify({ preset: 'small', images: { maxSide: 900 } }));
  window.dispatchEvent(new Event('storage'));
  end();
  window.dispatchEvent(new Event('storage'));
  expect(listener).toHaveBeenCalledTimes(1);
  expect(chosenOptionsStore.read()).toMatchObject({ preset: 'small', images: { maxSide: 900 } });
});

test.each([
  [{ format: 'webp', maxWidth: 900, score: 80, background: '#ffffff' }],
  [{ widths: [480, 960], formats: ['jpeg', 'avif'] }],
])('remembers format and size of images: %j', (images) => {
  localStorage.setItem('compressionWish', JSON.stringify({ ...DEFAULT_CHOICE, images }));
  expect(chosenOptionsStore.read().images).toEqual(images);
});

test.each([
  [{ format: 'gif' }],
  [{ widths: ['480'] }],
  [{ widths: 480 }],
  [{ widths: [480], formats: ['gif'] }],
])('leaves out options of images that cannot be shown: %j', (images) => {
  localStorage.setItem('compressionWish', JSON.stringify({ ...DEFAULT_CHOICE, images }));
  expect(chosenOptionsStore.read().images).toEqual({});
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
  const chosen: ChosenOptions = { preset: 'small', limitBytes: 512_000, keep: ['date'], images: {} };
  chooseOptions(chosen);
  forget();
  expect(told).toBe(1);
  expect(chosenOptionsStore.read()).toEqual(chosen);
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
