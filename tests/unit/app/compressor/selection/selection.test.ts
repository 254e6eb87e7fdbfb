import { describe, expect, test } from 'vitest';
import { listOfKinds } from '#engine/api/kinds.ts';
import { pngFile } from '#tests/support/compressed-files.ts';
import { offerOf } from '~/compressor/selection/offer.ts';
import { sortFolder } from '~/compressor/selection/folder-files.ts';
import { declaredKind, selectionProblem } from '~/compressor/selection/selection.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });
const pdf = file('a.pdf', 'application/pdf');

describe('declaredKind', () => {
  test.each([
    ['photo.JPG', 'image/jpeg', 'jpeg'],
    ['photo.jpg', 'image/pjpeg', 'jpeg'],
    ['photo.webp', '', 'webp'],
    ['deck.pptx', 'application/octet-stream', 'pptx'],
    ['deck.pptx', 'application/zip', 'pptx'],
    ['deck.pptx', 'application/x-zip-compressed', 'pptx'],
    ['deck.pptx', 'application/vnd.ms-powerpoint', 'pptx'],
    ['drawing.png', 'image/x-png', 'png'],
    ['film.apng', 'image/apng', 'png'],
    ['film.apng', '', 'png'],
    ['scan.pdf', 'application/x-pdf', 'pdf'],
    ['scan.pdf', 'binary/octet-stream', 'pdf'],
    ['backup.zip', 'application/zip', null],
    ['old.ppt', '', 'legacy-ppt'],
    ['old.pps', '', 'legacy-ppt'],
    ['old', 'application/vnd.ms-powerpoint', 'legacy-ppt'],
    ['page.pdf', 'text/html', null],
    ['film.mp4', 'video/mp4', null],
    ['photo.avif', 'image/avif', null],
    ['noextension', '', null],
    ['constructor', '', null],
  ])('takes %s of type "%s" for %s', (name, type, kind) => {
    expect(declaredKind(file(name, type))).toBe(kind);
  });
});

describe('selectionProblem', () => {
  test.each([
    ['eleven files', Array(11).fill(pdf), 'You can upload up to 10 files at a time.'],
    [
      'a strange type among good ones',
      [pdf, file('a.gif', 'image/gif')],
      'Please select only PDF, JPEG, PNG, WebP, PPTX, or PPT files.',
    ],
    [
      'a legacy presentation',
      [pdf, file('a.ppt', 'application/vnd.ms-powerpoint')],
      'Please save your presentation as a .pptx file before uploading.',
    ],
    [
      'a file over 200 MB',
      [pdf, file('b.pdf', 'application/pdf', 200 * 1024 * 1024 + 1)],
      'Each file must be less than 200MB.',
    ],
  ])('rejects %s', (_what, files, message) => {
    expect(selectionProblem(files)).toBe(message);
  });

  test('accepts ten good files', () => {
    expect(selectionProblem(Array(10).fill(pdf))).toBeNull();
  });
});

describe('offerOf', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => pngFile(`${index}.png`));
  const notes = new File(['a'], 'notes.txt', { type: 'text/plain' });

  const noted = `notes.txt: not a ${listOfKinds('or')} file`;
  test.each([
    ['too many files', many, many, 'Compress all 1000 files', []],
    ['too many with others', [notes, ...many], many, 'Compress the other 1000 files', [noted]],
    [
      'one beside another',
      [notes, ...many.slice(0, 1)],
      many.slice(0, 1),
      'Compress the other file',
      [noted],
    ],
  ])('offers of %s what can be compressed, and names the others', (_what, chosen, files, label, leftOut) => {
    expect(offerOf(chosen)).toEqual({ files, label, leftOut });
  });

  test('says of each file why it is left out', () => {
    const large = Object.defineProperty(pngFile('large.png'), 'size', { value: 200 * 1024 * 1024 + 1 });
    const { leftOut } = offerOf([
      many[0]!,
      large,
      new File(['a'], 'old.ppt', { type: 'application/vnd.ms-powerpoint' }),
    ]);
    expect(leftOut).toEqual([
      'large.png: not less than 200 MB',
      'old.ppt: an old PPT, to be saved as PPTX first',
    ]);
  });

  test('offers nothing where nothing may be sent, and says what to do with a HEIC', () => {
    expect(offerOf([notes, new File([''], 'IMG_1.HEIC')])).toMatchObject({
      files: [],
      leftOut: [noted, 'IMG_1.HEIC: a HEIC image; export or share it as a JPEG first'],
    });
  });
});

test('picks files of our kinds out of a folder, and tells the others', () => {
  const files = [pngFile('a.png'), new File([''], 'notes.txt', { type: 'text/plain' }), pngFile('._a.png')];
  const sorted = sortFolder([...files, new File([''], 'old.ppt')]);
  expect(sorted.files.map(({ name }) => name)).toEqual(['a.png']);
  expect(sorted.passedOver).toEqual([
    `notes.txt: not a ${listOfKinds('or')} file`,
    'old.ppt: an old PPT, to be saved as PPTX first',
  ]);
});
