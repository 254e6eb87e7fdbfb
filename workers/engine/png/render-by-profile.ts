import type { Codecs } from '../codecs/codecs.ts';
import type { Chunk } from '../containers/png-chunks.ts';
import type { RenderIndexed } from '../palette/indexed-picture.ts';
import { writeIndexedPng } from './write-indexed-png.ts';

/** Renders indexed pictures in sRGB through their profile. @param metadata chunks that they are stored with */
export function renderByProfile({ deflate, image }: Codecs, metadata: readonly Chunk[]): RenderIndexed {
  return async (picture) =>
    image.decode(await writeIndexedPng(picture, deflate, 1, metadata), { colour: 'srgb' });
}
