import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { BROWSER_ASSETS } from '#engine/codecs/wasm/assets.ts';
import { WASM_FILES } from '#engine/codecs/shared/index.ts';

/**
 * Lets the engine find its WebAssembly beside the code of the package, and transcode JPEG by the module of browsers, whose bytes
 * are those of the native library. So of all codecs sharp alone is installed.
 */
export const BUNDLED_CODECS: Plugin = {
  name: 'bundled-codecs',
  setup({ onLoad, onResolve }) {
    const files = Object.keys(WASM_FILES).map((library) => [
      library,
      `./${BROWSER_ASSETS[library as keyof typeof WASM_FILES].name}`,
    ]);
    onLoad({ filter: /codecs\/shared\/load-wasm\.ts$/ }, () => ({
      contents: `export const WASM_FILES = ${JSON.stringify(Object.fromEntries(files))};`,
    }));
    onResolve({ filter: /^@napi-rs\/image$/ }, () => ({
      path: fileURLToPath(new URL('./jpeg-transcoder.ts', import.meta.url)),
    }));
  },
};
