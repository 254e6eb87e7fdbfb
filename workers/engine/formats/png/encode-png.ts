import type { PictureEncoder } from '../../picture-options.ts';
import { compressPng } from './compress-png.ts';

/** Writes a picture as a PNG: the plain one, compressed. */
export const encodePng: PictureEncoder = async (picture, context, options = {}) =>
  compressPng(await picture.png(), context, options);
