import type { Codecs } from '../ports/codecs.ts';
import { createFontSubsetter } from './harfbuzz-font-subsetter.ts';
import type { LoadWasm } from './load-wasm.ts';
import { createJpxCodec } from './openjpeg-jpx-codec.ts';
import { createPageRenderer } from './pdfium-page-renderer.ts';

export { deflateOptimally, isForLibdeflate } from './libdeflate.ts';
export { meterWasm } from './meter-wasm.ts';
export { createPngOptimizer } from './png-optimizer.ts';
export { Reloadable } from './reloadable.ts';
export { useLibrary } from './use-library.ts';
export { WASM_FILES, type LoadWasm, type WasmLibrary } from './load-wasm.ts';

/** The codecs that are the same WebAssembly in Node and in a browser. Each loads its library at first use. */
export function createSharedCodecs(loadWasm: LoadWasm): Pick<Codecs, 'fonts' | 'jpx' | 'pages'> {
  return {
    fonts: createFontSubsetter(loadWasm),
    jpx: createJpxCodec(loadWasm),
    pages: createPageRenderer(loadWasm),
  };
}
