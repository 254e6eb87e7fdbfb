import { fileURLToPath } from 'node:url';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { BROWSER_ASSETS, type BrowserAsset } from '#engine/codecs/wasm/assets.ts';
import { WASM_FILES } from '#engine/codecs/shared/index.ts';
import { readBrowserAsset } from '../setup/browser-codec-assets.ts';

/** Codecs of the package that are WebAssembly: files beside its code. */
const WASM_CODECS = [
  'pdfium',
  'harfbuzz',
  'openjpeg',
  'jpeg-transcoder',
] as const satisfies readonly BrowserAsset[];

/**
 * Lets the engine find its WebAssembly beside the code of the package, and transcode JPEG by the module of browsers, whose bytes
 * are those of the native library. So of all codecs sharp alone is installed: 27 MB in place of 62 (x64 Linux).
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

/** Writes the codecs of WebAssembly into the folder of the package's code. */
export async function copyCodecs(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, bytes } of await Promise.all(WASM_CODECS.map(readBrowserAsset)))
    await writeFile(`${folder}/${name}`, bytes);
}
