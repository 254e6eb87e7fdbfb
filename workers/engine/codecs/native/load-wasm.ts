import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { meterWasm, WASM_FILES, type WasmLibrary } from '../shared/index.ts';
import { compileSparingly } from './compile-sparingly.ts';

/** Libraries of which a document runs a small part. JPEG 2000 decoding is one hot loop, which V8 should optimise. */
const SPARINGLY: ReadonlySet<WasmLibrary> = new Set(['harfbuzz', 'pdfium']);

/** Libraries that are held to an amount of work. */
const METERED: ReadonlySet<WasmLibrary> = new Set(['pdfium']);

/** Reads a library from its installed package, meters and compiles it. */
export async function loadWasm(library: WasmLibrary): Promise<WebAssembly.Module> {
  const bytes = await readFile(createRequire(import.meta.url).resolve(WASM_FILES[library]));
  const metered = METERED.has(library) ? meterWasm(bytes) : bytes;
  return SPARINGLY.has(library) ? compileSparingly(metered) : WebAssembly.compile(metered);
}
