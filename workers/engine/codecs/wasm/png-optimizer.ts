import { OXIPNG_FILTERS } from '../encoder-tables.ts';
import type { ImageCodec } from '../image-codec.ts';
import { Reloadable } from '../shared/index.ts';
import type { LoadAsset } from './assets.ts';
import { loadNapi } from './load-napi.ts';

/** The oxipng of @napi-rs/image, as the native codec has it, loaded when a picture first asks for it. */
export function createPngOptimizer(load: LoadAsset, script: string): ImageCodec['optimizePng'] {
  const library = new Reloadable(() => loadNapi(load, script));
  return async (bytes, { keepChunks, effort = 2 }) => {
    const filter = OXIPNG_FILTERS[Math.max(0, Math.min(2, effort))];
    const { image, stop } = await library.get();
    try {
      return new Uint8Array(
        image.losslessCompressPngSync(bytes, { strip: !keepChunks, ...(filter && { filter }) }),
      );
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        library.forget();
        stop();
      }
      throw error;
    }
  };
}
