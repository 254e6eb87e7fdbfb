// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { dropList } from '~/compressor/kept/list-name.ts';
import { uploadKey } from '~/compressor/upload/upload-in-pieces.ts';

const options = { preset: 'balanced' } as const;
const facts = { type: 'image/png', lastModified: 1 };
const file = new File(['one'], 'a.png', facts);
const alike = new File(['two'], 'a.png', facts);

it('goes on with the upload of the same file of a list, and of no other that looks like it', () => {
  const key = uploadKey({ file, index: 0, options });
  expect(uploadKey({ file, index: 0, options })).toBe(key);
  expect(uploadKey({ file: alike, index: 1, options })).not.toBe(key);
  dropList();
  expect(uploadKey({ file: alike, index: 0, options })).not.toBe(key);
});
