import { readFile } from 'node:fs/promises';
import { createJpegTranscoder } from '#engine/codecs/wasm/jpeg-transcoder.ts';

/** In the package: takes the place of `@napi-rs/image`, of which the engine calls this function alone, at quality 100. */
export const compressJpeg = createJpegTranscoder(() =>
  readFile(new URL('./jpeg-transcoder.wasm', import.meta.url)),
);
