import { reading } from '../codec-breakdown.ts';
import { damaged } from '../damaged-picture.ts';
import type { DeflateCodec } from '../ports/deflate-codec.ts';
import type { ImageCodec } from '../ports/image-codec.ts';
import { optimizePng } from '../png-optimizer/optimize-png.ts';
import { deflateOptimally } from './libdeflate.ts';

/** The optimiser of PNGs that is the same everywhere. @param deflate inflates samples and profiles */
export function createPngOptimizer(deflate: DeflateCodec): ImageCodec['optimizePng'] {
  return (bytes, { keepChunks, effort = 'full', maxBytes = Infinity, onPack }) => {
    const pack = (rows: Uint8Array, level: number): Promise<Uint8Array> => {
      // The plain way is counted as a whole.
      if (effort !== 'plain') onPack?.(rows.length, level);
      return deflateOptimally(rows, { format: 'zlib', level });
    };
    return reading(() => optimizePng(bytes, { keepChunks, effort, maxBytes }, { deflate, pack }), damaged);
  };
}
