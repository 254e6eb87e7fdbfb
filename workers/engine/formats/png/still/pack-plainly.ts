import type { ImageCodec, OptimiserEffort } from '../../../codecs/ports/image-codec.ts';
import { readChunks, writeChunks, type Chunk } from '../../../containers/png/chunks.ts';
import type { Raster } from '../../../base/raster.ts';

/**
 * A raster as a PNG in true colours.
 * @param extra chunks to stand behind the header; the optimiser sees them, so that a profile for colours keeps them from
 *   becoming grey
 * @param effort of the optimiser [quick]
 */
export async function packPlainly(
  raster: Raster,
  extra: readonly Chunk[],
  image: ImageCodec,
  effort: OptimiserEffort = 'quick',
): Promise<Uint8Array> {
  const [head, ...rest] = readChunks(await image.encodePng(raster));
  return image.optimizePng(writeChunks([head!, ...extra, ...rest]), { keepChunks: true, effort });
}
