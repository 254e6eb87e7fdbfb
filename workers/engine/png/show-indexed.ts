import type { Codecs } from '../codecs/codecs.ts';
import type { Raster } from '../raster.ts';
import type { Chunk } from './chunks.ts';
import { rasterOf, writeIndexedPng, type IndexedPicture } from './indexed-picture.ts';

/** How an indexed picture is shown; makes a raster of its own each time. */
export type ShowIndexed = (picture: IndexedPicture) => Promise<Raster>;

/** How an indexed picture looks where nothing but its samples matters. */
export const showIndexed: ShowIndexed = (picture) => Promise.resolve(rasterOf(picture));

/** How an indexed picture looks in sRGB beside a profile. @param metadata chunks that the picture is stored with */
export function showByProfile({ deflate, image }: Codecs, metadata: readonly Chunk[]): ShowIndexed {
  return async (picture) =>
    image.decode(await writeIndexedPng(picture, deflate, 1, metadata), { colour: 'srgb' });
}
