import { expect, it } from 'vitest';
import { keptInPng } from '#engine/formats/png/metadata/kept-in-png.ts';
import { readRiff, writeRiff } from '#engine/containers/riff.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { bytesChunk, withChunks } from '#tests/fixtures/pictures/png-chunks.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';

const { image } = codecs;

/** A box of JUMBF that holds a manifest. */
const MANIFEST = [...new TextEncoder().encode('\0\0\0\x40jumb\0\0\0\x20jumdc2pa'), ...new Uint8Array(900)];

const withManifest = {
  png: async () => withChunks(await image.encodePng(photoLike(80, 60)), [bytesChunk('caBX', ...MANIFEST)]),
  jpeg: async () => {
    const jpeg = await image.encodeJpeg(photoLike(80, 60), { quality: 97, chroma: '4:4:4' });
    const payload = [...new TextEncoder().encode('JP'), 0, 1, 0, 0, 0, 1, ...MANIFEST];
    const length = payload.length + 2;
    return Uint8Array.from([
      0xff,
      0xd8,
      0xff,
      0xeb,
      length >> 8,
      length & 255,
      ...payload,
      ...jpeg.subarray(2),
    ]);
  },
  webp: async () => {
    const webp = await image.encodeWebp(photoLike(80, 60), { quality: 97 });
    return writeRiff([...readRiff(webp), { type: 'C2PA', data: Uint8Array.from(MANIFEST) }]);
  },
};

it.each(Object.entries(withManifest))('names Content Credentials that a %s loses', async (_, make) => {
  const result = await run(await make());
  expect(codesOf(result)).toContain('content-credentials-removed');
  expect(codesOf(result)).not.toContain('metadata-removed');
});

it('says that they are kept in a PNG that has them', async () => {
  const kept = await keptInPng(await withManifest.png(), codecs.deflate);
  expect(kept.map(({ feature }) => feature)).toEqual(['content-credentials']);
});
