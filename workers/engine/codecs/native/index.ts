import type { Codecs } from '../codecs.ts';
import { createNativeDeflateCodec } from './native-deflate-codec.ts';
import { createNativeFontSubsetter } from './native-font-subsetter.ts';
import { createNativeImageCodec } from './native-image-codec.ts';
import { createNativeJpxCodec } from './native-jpx-codec.ts';
import { createNativePageRenderer } from './native-page-renderer.ts';

/** The codecs of the server: sharp, @napi-rs/image, node:zlib and libdeflate. One thread, no caches. */
export function createNativeCodecs(): Codecs {
  return {
    image: createNativeImageCodec(),
    deflate: createNativeDeflateCodec(),
    fonts: createNativeFontSubsetter(),
    jpx: createNativeJpxCodec(),
    pages: createNativePageRenderer(),
  };
}
