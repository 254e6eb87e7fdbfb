import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictureSidesOf } from '#functions/services/jobs/picture-sides.ts';

const source = (channels: 3 | 4) =>
  sharp({ create: { width: 300, height: 17, channels, background: '#3c6e7180' } });

it.each([
  ['JPEG', () => source(3).jpeg()],
  [
    'progressive JPEG with descriptions',
    () => source(3).withExif({}).keepIccProfile().jpeg({ progressive: true }),
  ],
  ['PNG', () => source(4).png()],
  ['lossy WebP', () => source(3).webp()],
  ['lossless WebP', () => source(3).webp({ lossless: true })],
  ['WebP with an extended header', () => source(4).webp()],
])('the sides of a %s are read', async (_what, made) => {
  expect(pictureSidesOf(await made().toBuffer())).toEqual({ width: 300, height: 17 });
});

it.each([
  ['a document', Buffer.from('%PDF-1.7\n'.repeat(10))],
  ['nothing', Buffer.alloc(0)],
  [
    'a JPEG without a frame',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]), Buffer.alloc(90)]),
  ],
  ['a WebP of another kind', Buffer.from(`RIFF....WEBPVP9 ${'.'.repeat(20)}`)],
])('there are none in %s', (_what, head) => {
  expect(pictureSidesOf(head)).toBeUndefined();
});
