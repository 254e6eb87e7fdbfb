import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { WASM_FILES, type WasmLibrary } from '../shared/index.ts';
import { compileSparingly } from './compile-sparingly.ts';

/** Libraries of which a document runs a small part. JPEG 2000 decoding is one hot loop, which V8 should optimise. */
const SPARINGLY: ReadonlySet<WasmLibrary> = new Set(['harfbuzz', 'pdfium']);

/** Reads a library from its installed package and compiles it. */
export async function loadWasm(library: WasmLibrary): Promise<WebAssembly.Module> {
  const bytes = await readFile(createRequire(import.meta.url).resolve(WASM_FILES[library]));
  return SPARINGLY.has(library) ? compileSparingly(bytes) : WebAssembly.compile(bytes);
}
