import { WASM_FILES, type WasmLibrary } from '../shared/index.ts';

/** What is loaded beside the engine's own script: one file each, so that browsers keep them apart. */
export type BrowserAsset =
  | WasmLibrary
  | 'vips'
  | 'vips-avif'
  | 'vips-script'
  | 'jpeg-transcoder'
  | 'zlib-stream';

/** Assets that are WebAssembly, and are handed in by `LoadAsset`. */
export type WasmAsset = Exclude<BrowserAsset, 'vips-script'>;

/** Where an asset comes from: a file of a package, or one of `built/` (made by `infra/wasm-codecs`). */
interface AssetSource {
  readonly from: 'package' | 'built';
  /** What `require.resolve` takes, or a name in `workers/engine/codecs/wasm/built`. */
  readonly path: string;
  /** Name to serve it by; threads are started from that of the script. */
  readonly name: string;
}

/**
 * Every asset of the codecs in the browser. `infra/setup/browser-codec-assets.ts` reads them, with what it makes of
 * "vips-script": the script of libvips without eval.
 *
 * All of them are served from the origin of the page. What their responses, and that of the engine's worker, must say:
 * - `Cross-Origin-Embedder-Policy: require-corp` on page, worker and `vips-script`, and `Cross-Origin-Opener-Policy:
 *   same-origin` on the page: libvips shares its memory with a thread;
 * - a content security policy of worker and `vips-script` whose `script-src` has `'self' 'wasm-unsafe-eval'`, and whose
 *   `connect-src` has `'self'`;
 * - `Content-Type: application/wasm` and `text/javascript`.
 */
export const BROWSER_ASSETS: Readonly<Record<BrowserAsset, AssetSource>> = {
  vips: { from: 'package', path: 'wasm-vips/vips.wasm', name: 'vips.wasm' },
  'vips-avif': { from: 'package', path: 'wasm-vips/lib/vips-heif.wasm', name: 'vips-heif.wasm' },
  'vips-script': { from: 'package', path: 'wasm-vips/lib/vips-es6.js', name: 'vips-es6.js' },
  'jpeg-transcoder': { from: 'built', path: 'jpeg-transcoder.wasm', name: 'jpeg-transcoder.wasm' },
  'zlib-stream': { from: 'built', path: 'zlib-stream.wasm', name: 'zlib-stream.wasm' },
  pdfium: { from: 'package', path: WASM_FILES.pdfium, name: 'pdfium.wasm' },
  harfbuzz: { from: 'package', path: WASM_FILES.harfbuzz, name: 'harfbuzz-subset.wasm' },
  openjpeg: { from: 'package', path: WASM_FILES.openjpeg, name: 'openjpeg.wasm' },
};

/** Fetches an asset, or compiles it as well; a failure is an exception. Called again after a failure, and after a codec trapped. */
export type LoadAsset = (asset: WasmAsset) => Promise<Response | BufferSource | WebAssembly.Module>;
