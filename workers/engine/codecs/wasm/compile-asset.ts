import { meterWasm, type LoadWasm } from '../shared/index.ts';
import type { LoadAsset, WasmAsset } from './assets.ts';

/** Compiles an asset, while it arrives where the loader gives a response. @throws when it cannot be had or compiled */
export async function compileAsset(asset: WasmAsset, load: LoadAsset): Promise<WebAssembly.Module> {
  const source = await load(asset);
  if (source instanceof WebAssembly.Module) return source;
  // Asked before `Response`, for which Node loads all of undici: 50 ms of CPU.
  if (isBytes(source)) return WebAssembly.compile(source);
  checkAnswer(asset, source);
  return WebAssembly.compileStreaming(source);
}

/** The loader of the codecs that are the same everywhere, PDFium metered. */
export function createLoadWasm(load: LoadAsset): LoadWasm {
  return async (library) => {
    if (library !== 'pdfium') return compileAsset(library, load);
    const source = await load(library);
    if (source instanceof WebAssembly.Module)
      throw new TypeError('Expected the bytes of PDFium, to meter them.');
    if (isBytes(source)) return WebAssembly.compile(meterWasm(asBytes(source)));
    checkAnswer(library, source);
    return WebAssembly.compile(meterWasm(new Uint8Array(await source.arrayBuffer())));
  };
}

function checkAnswer(asset: WasmAsset, { ok, status }: Response): void {
  if (!ok) throw new Error(`The part "${asset}" could not be fetched: status ${status}.`);
}

function isBytes(source: Response | BufferSource): source is BufferSource {
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source);
}

function asBytes(source: BufferSource): Uint8Array {
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
