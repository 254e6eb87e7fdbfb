import { reading } from '../codec-breakdown.ts';
import { damaged } from '../damaged-picture.ts';
import type { DeflateCodec } from '../deflate-codec.ts';
import type { ImageCodec } from '../image-codec.ts';
import { optimizePng } from '../png/optimize-png.ts';
import { deflateOptimally } from './libdeflate.ts';

/** The optimiser of PNGs that is the same everywhere. @param deflate inflates samples and profiles */
export function createPngOptimizer(deflate: DeflateCodec): ImageCodec['optimizePng'] {
  const pack = (bytes: Uint8Array, level: number): Promise<Uint8Array> =>
    deflateOptimally(bytes, { format: 'zlib', level });
  return (bytes, { keepChunks, effort = 'full', usefulBytes = Infinity }) =>
    reading(() => optimizePng(bytes, { keepChunks, effort, usefulBytes }, { deflate, pack }), damaged);
}
