import { expect, it } from 'vitest';
import { latin1Bytes } from '#engine/base/bytes.ts';
import { bytesChunk, withChunks } from '#tests/fixtures/pictures/png-chunks.ts';
import { photoLike, userInterface, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { animationOf } from '#tests/fixtures/pictures/png-animations.ts';
import { smallFile } from '#tests/fixtures/small-files.ts';
import type { JobOptions } from '#engine/index.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

const { image } = codecs;
const picture = photoLike(32, 24);
const png = () => image.encodePng(picture);
const transparent = () => image.encodePng(withSoftAlpha(picture));
const animated = () =>
  animationOf(
    [
      { picture, delay: 100 },
      { picture: userInterface(32, 24), delay: 100 },
    ],
    0,
  );
/** Its samples are those of HDR. Source: PNG, third edition, 11.3.2.6; ITU-T H.273. */
const hdr = async () => withChunks(await png(), [bytesChunk('cICP', 9, 16, 0, 1)]);
const heic = () => Promise.resolve(latin1Bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(64, '\0')));
const movingAvif = async () => {
  const still = await image.encodeAvif(picture, { quality: 50, effort: 0, chroma: '4:2:0', depth: 8 });
  return Uint8Array.of(...still, 0, 0, 0, 8, ...latin1Bytes('moov'));
};
const wide = async () =>
  image.encodePng({ ...picture, width: 6000, height: 4200, data: new Uint8Array(6000 * 4200 * 3) });

it.each<[string, () => Promise<Uint8Array>, Partial<JobOptions>, string]>([
  [
    'transparency as JPEG',
    transparent,
    { format: 'jpeg' },
    'Name the colour behind it, such as background=#ffffff',
  ],
  ['transparency in a set of JPEG', transparent, { widths: [16], formats: ['jpeg'] }, 'background=#ffffff'],
  ['an animation as JPEG', animated, { format: 'jpeg' }, 'Choose the format webp, or leave the format out'],
  ['an animation as AVIF', animated, { format: 'avif' }, 'Choose the format webp, or leave the format out'],
  ['an animation in a set of JPEG', animated, { widths: [16], formats: ['jpeg'] }, 'Choose the format webp'],
  [
    'HDR in another format',
    hdr,
    { format: 'webp' },
    'HDR, or in a colour space in which changes cannot be judged',
  ],
  ['HDR in another size', hdr, { maxWidth: 16 }, 'Leave format and size out and try again'],
  ['AVIF without loss', png, { format: 'avif', preset: 'lossless' }, 'Choose another preset than lossless'],
  ['JPEG without loss', png, { format: 'jpeg', preset: 'lossless' }, 'always loses something'],
  [
    'a large AVIF',
    wide,
    { format: 'avif' },
    'Ask for a smaller size, such as maxSide=4000, or another format',
  ],
  ['a PDF as AVIF', () => smallFile('pdf'), { format: 'avif' }, 'format go with single images only'],
  ['a deck in another size', () => smallFile('pptx'), { maxSide: 9 }, 'maxSide go with single images only'],
  ['a PDF as a set', () => smallFile('pdf'), { widths: [9] }, 'widths go with single images only'],
  ['an AVIF that moves', movingAvif, { format: 'jpeg' }, 'Save the animation as a WebP and try again'],
  ['a HEIC', heic, { format: 'jpeg' }, 'Save it as a JPEG and try again'],
])('says of %s what to do', async (_, source, options, sentence) => {
  await expect(run(await source(), options)).rejects.toMatchObject({
    name: 'EngineError',
    code: 'unsupported',
    message: expect.stringContaining(sentence) as string,
  });
});
