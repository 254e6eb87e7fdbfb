import { setFlagsFromString } from 'node:v8';

/**
 * Makes a large WebAssembly module of which a document runs a part a few times, such as the 4 MB of PDFium. V8 would
 * check all of it and compile anew, with all its might, what ran for 13 MB of code; both cost more than they bring: 60 ms
 * of 180 for PDFium's first page, and 400 ms for the one large function of HarfBuzz's subsetter. The flags count while a
 * module is made, and are put back for others.
 */
export async function compiledSparingly<T>(make: () => Promise<T>): Promise<T> {
  setFlagsFromString('--wasm-lazy-validation');
  setFlagsFromString('--wasm-tiering-budget=200000000');
  try {
    return await make();
  } finally {
    setFlagsFromString('--no-wasm-lazy-validation');
    setFlagsFromString('--wasm-tiering-budget=13000000');
  }
}
