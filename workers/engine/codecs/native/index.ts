import type { Codecs } from '../codecs.ts';
import { createSharedCodecs } from '../shared/index.ts';
import { loadWasm } from './load-wasm.ts';
import { createNativeDeflateCodec } from './native-deflate-codec.ts';
import { createNativeImageCodec } from './native-image-codec.ts';

export { loadNativeLibraries } from './native-image-codec.ts';

/** The codecs of the server: sharp, @napi-rs/image and node:zlib beside the shared WebAssembly. One thread, no caches. */
export function createNativeCodecs(): Codecs {
  return {
    image: createNativeImageCodec(),
    deflate: createNativeDeflateCodec(),
    ...createSharedCodecs(loadWasm),
  };
}
