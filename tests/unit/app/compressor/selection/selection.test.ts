import { describe, expect, test } from 'vitest';
import { pngFile } from '#tests/support/compressed-files.ts';
import { declaredKind, offerOf, ourKinds, selectionProblem } from '~/compressor/selection/selection.ts';

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

  test.each([
    ['too many files', many, many.slice(0, 10), 'Compress the first 10'],
    ['too many with others', [notes, ...many], many.slice(0, 10), 'Compress the first 10'],
    ['some with others', [notes, ...many.slice(0, 3)], many.slice(0, 3), 'Compress the other 3 files'],
    ['one beside another', [notes, ...many.slice(0, 1)], many.slice(0, 1), 'Compress the other file'],
  ])('offers of %s what may be sent', (_what, chosen, files, label) => {
    expect(offerOf(chosen)).toEqual({ files, label });
  });

  test('offers nothing where nothing may be sent', () => {
    expect(offerOf([notes, new File([''], 'old.ppt')])).toBeNull();
  });
});

test('picks files of our kinds out of a folder', () => {
  const files = [pngFile('a.png'), new File([''], 'notes.txt', { type: 'text/plain' }), pngFile('._a.png')];
  expect(ourKinds([...files, new File([''], 'old.ppt')]).map(({ name }) => name)).toEqual(['a.png']);
});
