import type { Codecs } from '../ports/codecs.ts';
import { createSharedCodecs } from '../shared/index.ts';
import { loadWasm } from './load-wasm.ts';
import { createNativeCipherCodec } from './native-cipher-codec.ts';
import { createNativeDeflateCodec } from './native-deflate-codec.ts';
import { createNativeImageCodec } from './native-image-codec.ts';

export { loadNativeLibraries } from './native-image-codec.ts';

/** The codecs of the server: sharp, @napi-rs/image, node:zlib and node:crypto beside the shared WebAssembly. One thread, no caches. */
export function createNativeCodecs(): Codecs {
  const deflate = createNativeDeflateCodec();
  return {
    image: createNativeImageCodec(deflate),
    deflate,
    ciphers: createNativeCipherCodec(),
    ...createSharedCodecs(loadWasm),
  };
}
