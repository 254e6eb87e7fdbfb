import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { adviceForMangled } from '#functions/services/uploads/mangled-bytes.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { featurePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { plainZip } from '#tests/fixtures/upload-files.ts';

const raster = photoLike(16, 16);
const FILES: Readonly<Record<string, () => Promise<Uint8Array> | Uint8Array>> = {
  JPEG: () => codecs.image.encodeJpeg(raster, { quality: 80, chroma: '4:2:0' }),
  PNG: () => codecs.image.encodePng(raster),
  WebP: () => codecs.image.encodeWebp(raster, { quality: 80 }),
  PDF: () => featurePdf(),
  zip: () => plainZip(),
};

describe.each(Object.entries(FILES))('a %s', (_, make) => {
  it('in base64 is told to be sent as bytes', async () => {
    const base64 = Buffer.from(await make()).toString('base64');
    for (const text of [base64, `data:image/jpeg;base64,${base64}`])
      expect(adviceForMangled(Buffer.from(text))).toContain('base64');
  });

  it('packed by gzip is told to be sent without', async () => {
    expect(adviceForMangled(gzipSync(await make()))).toContain('gzip');
  });

  it('as it is needs no advice, whatever else is wrong with it', async () => {
    expect(adviceForMangled(await make())).toBeNull();
  });
});

// The first bytes of the others are text.
it.each(['JPEG', 'PNG'])('a %s that was read as text is told to be binary', async (kind) => {
  const text = new TextDecoder().decode(await FILES[kind]!());
  expect(adviceForMangled(new TextEncoder().encode(text))).toContain('binary');
});

it.each(['file=@photo.jpg', 'files%5B%5D=a'])('%j is told to be another kind of form', (text) => {
  expect(adviceForMangled(Buffer.from(text))).toContain('multipart/form-data');
});

it.each(['', 'Hello', 'filename', 'GIF89a', '\ufffd', 'data: none', '<html>'])(
  '%j needs no advice',
  (text) => {
    expect(adviceForMangled(Buffer.from(text))).toBeNull();
  },
);
