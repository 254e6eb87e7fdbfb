import { describe, expect, test } from 'vitest';
import { recognise } from '~/compressor/selection/recognise.ts';
import { JPEG_HEAD, PNG_HEAD } from '#tests/support/compressed-files.ts';

const file = (name: string, content: BlobPart, type = '') => new File([content], name, { type });

describe('recognise', () => {
  test('hands on a file whose name and content agree', async () => {
    const chosen = file('chart.PNG', PNG_HEAD, 'image/png');
    expect(await recognise(chosen, 'png')).toEqual({ kind: 'png', file: chosen, correctedName: null });
  });

  test('corrects the name and type of a picture under another extension', async () => {
    const {
      kind,
      file: sent,
      correctedName,
    } = await recognise(file('photo.v2.png', JPEG_HEAD, 'image/png'), 'png');
    expect([kind, correctedName, sent.name, sent.type]).toEqual([
      'jpeg',
      'photo.v2.jpg',
      'photo.v2.jpg',
      'image/jpeg',
    ]);
    expect(new Uint8Array(await sent.arrayBuffer())).toEqual(JPEG_HEAD);
  });

  test('corrects the type alone where the name is right or has no extension', async () => {
    for (const name of ['photo.jpeg', 'photo']) {
      const { file: sent, correctedName } = await recognise(file(name, JPEG_HEAD, 'image/png'), 'png');
      expect([sent.name, sent.type, correctedName]).toEqual([name, 'image/jpeg', null]);
    }
  });

  test.each([
    ['<!DOCTYPE html><html>', 'This is a web page that was saved as a PDF.'],
    ['\n\n<html lang="en">', 'This is a web page that was saved as a PDF.'],
    ['GIF89a', 'This is a GIF image that was saved as a PDF.'],
    ['\0\0\0 ftypheic', 'This is a HEIC image that was saved as a PDF.'],
    ['\0\0\0 ftypavif', 'This is an AVIF image that was saved as a PDF.'],
    ['II*\0', 'This is a TIFF image that was saved as a PDF.'],
    ['Dear reader', 'The content of this file is not a PDF.'],
    ['', 'The file is empty.'],
  ])('refuses %j in words that name it', async (content, message) => {
    await expect(recognise(file('invoice.pdf', content, 'application/pdf'), 'pdf')).rejects.toMatchObject({
      name: 'CompressionRefused',
      retryable: false,
      message: expect.stringContaining(message) as string,
    });
  });

  test('explains a legacy presentation under the new extension', async () => {
    const ole = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    await expect(recognise(file('deck.pptx', ole), 'pptx')).rejects.toThrow('.pptx file');
  });

  test('says that a file has moved since it was chosen', async () => {
    const moved = file('gone.pdf', 'x', 'application/pdf');
    moved.slice = () => {
      throw new DOMException('Not found', 'NotFoundError');
    };
    await expect(recognise(moved, 'pdf')).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('could not be read') as string,
    });
  });
});
