import { compress, FILE_KINDS, preload, type Codecs } from '#engine/index.ts';

/**
 * Loads what a job would otherwise pay for: the native libraries, by compressing a speck of a picture of each kind that they
 * write, and the code of every kind. No job waits for it: after a failure the first one is a little slower.
 */
export async function warmUp(codecs: Codecs): Promise<void> {
  await Promise.allSettled([warmPictures(codecs), ...FILE_KINDS.map(preload)]);
}

async function warmPictures(codecs: Codecs): Promise<void> {
  const speck = { width: 32, height: 32, channels: 3, space: 'rgb', data: noise(32 * 32 * 3) } as const;
  const pictures = [
    await codecs.image.encodeJpeg(speck, { quality: 95, chroma: '4:4:4' }),
    await codecs.image.encodePng(speck),
    await codecs.image.encodeWebp(speck, { quality: 95 }),
  ];
  for (const picture of pictures) await compress(picture, { codecs }).catch(() => undefined);
}

/** Always the same samples, busy enough that every step of a codec has something to do. */
function noise(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * index * 31) % 251);
}
