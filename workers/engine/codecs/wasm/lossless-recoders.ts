import { OXIPNG_FILTERS } from '../encoder-tables.ts';
import type { ImageCodec } from '../image-codec.ts';
import { Reloadable } from '../shared/index.ts';
import type { LoadAsset } from './assets.ts';
import { loadNapi, type NapiImage } from './load-napi.ts';

/** The calls of @napi-rs/image that the native codec makes, loaded when a picture first asks for one. */
export function createLosslessRecoders(
  load: LoadAsset,
  script: string,
): Pick<ImageCodec, 'transcodeJpeg' | 'optimizePng'> {
  const library = new Reloadable(() => loadNapi(load, script));
  const run = async (work: (image: NapiImage) => Uint8Array): Promise<Uint8Array> => {
    const { image, stop } = await library.get();
    try {
      return new Uint8Array(work(image));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        library.forget();
        stop();
      }
      throw error;
    }
  };
  return {
    transcodeJpeg: (bytes) =>
      run((image) => image.compressJpegSync(bytes, { quality: 100 })).catch((cause: unknown) => {
        // mozjpeg has no way out of a damaged JPEG here but a trap: the caller's second opinion tells which it was.
        throw cause instanceof WebAssembly.RuntimeError ? new Error('mozjpeg gave up.', { cause }) : cause;
      }),
    optimizePng: (bytes, { keepChunks, effort = 2 }) => {
      const filter = OXIPNG_FILTERS[Math.max(0, Math.min(2, effort))];
      return run((image) =>
        image.losslessCompressPngSync(bytes, { strip: !keepChunks, ...(filter && { filter }) }),
      );
    },
  };
}
