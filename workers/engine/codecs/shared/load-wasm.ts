/** Package files of the codecs that are WebAssembly on every platform. */
export const WASM_FILES = {
  harfbuzz: 'harfbuzzjs/dist/harfbuzz-subset.wasm',
  openjpeg: '@cornerstonejs/codec-openjpeg/decodewasm',
  pdfium: '@hyzyla/pdfium/pdfium.wasm',
} as const;

export type WasmLibrary = keyof typeof WASM_FILES;

/**
 * Finds and compiles a library, PDFium metered by `meterWasm`; each platform has its own way. It may be called again for the same library: after a
 * failed load, and after a trap.
 */
export type LoadWasm = (library: WasmLibrary) => Promise<WebAssembly.Module>;
