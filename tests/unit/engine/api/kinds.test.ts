import { describe, expect, it } from 'vitest';
import {
  extensionOf,
  FILE_KINDS,
  INPUT_KINDS,
  isPictureKind,
  KIND_INFO,
  kindOfExtension,
  kindsOfType,
  listOfKinds,
  OUTPUT_KINDS,
  PICTURE_KINDS,
} from '#engine/api/kinds.ts';
import { loadDocument } from '#engine/documents/load-document.ts';
import { loadPicture } from '#engine/formats/load-picture.ts';

it('finds each kind by every extension and type of its own', () => {
  for (const kind of INPUT_KINDS) {
    for (const extension of KIND_INFO[kind].extensions) {
      expect(kindOfExtension(`a.b.${extension.toUpperCase()}`)).toBe(kind);
    }
    for (const type of KIND_INFO[kind].mimeTypes) expect(kindsOfType(type)).toEqual([kind]);
  }
});

/** Further kinds may stand between these. */
it('lists the kinds of the page as people do, and knows AVIF for programs', () => {
  expect(listOfKinds('or')).toMatch(/^(\w+, )+\w+ or \w+$/);
  expect(listOfKinds('or')).toMatch(/JPEG.*PNG.*WebP.*PDF.*PPTX/);
  expect(listOfKinds('and', 'picture')).toMatch(/^(\w+, )+\w+ and \w+$/);
  expect(listOfKinds('and', 'picture')).not.toContain('PDF');
  expect(FILE_KINDS).not.toContain('avif');
  expect(PICTURE_KINDS).toEqual(FILE_KINDS.filter(isPictureKind));
  expect(INPUT_KINDS).toEqual(expect.arrayContaining([...FILE_KINDS, 'avif']));
  expect(OUTPUT_KINDS).toEqual(expect.arrayContaining([...PICTURE_KINDS, 'avif']));
});

it('finds the code of each kind in the folder of its name', async () => {
  for (const kind of INPUT_KINDS) {
    const { facts, compress } = await (isPictureKind(kind) ? loadPicture(kind) : loadDocument(kind));
    expect(facts).toBe(KIND_INFO[kind]);
    expect(compress === undefined).toBe(kind === 'avif');
  }
});

/** The loader knows no types of what it imports, so that what is missing compiles. */
it.each(INPUT_KINDS.filter(isPictureKind))(
  'can read and write a %s for another format or size',
  async (kind) => {
    const { read, encode } = await loadPicture(kind);
    expect([typeof read, typeof encode], `workers/engine/formats/${kind}/index.ts`).toEqual([
      'function',
      'function',
    ]);
  },
);

describe('extensionOf', () => {
  it.each([
    ['a.JPG', 'jpg'],
    ['a.tar.gz', 'gz'],
    ['.htaccess', ''],
    ['a.', ''],
    ['scan', ''],
  ])('reads %s', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });
});

describe('kindsOfType', () => {
  it.each([
    '',
    'text/plain',
    'application/octet-stream',
    'binary/octet-stream',
    'application/zip',
    'application/x-zip-compressed',
  ])('takes "%s" for any kind', (type) => {
    expect(kindsOfType(type).toSorted()).toEqual([...INPUT_KINDS, 'legacy-ppt'].toSorted());
  });

  it.each([
    ['IMAGE/JPEG; charset=binary', ['jpeg']],
    ['application/vnd.ms-powerpoint', ['legacy-ppt', 'pptx']],
    ['video/mp4', []],
    ['constructor', []],
  ])('reads %s', (type, kinds) => {
    expect(kindsOfType(type)).toEqual(kinds);
  });
});
