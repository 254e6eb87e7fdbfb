import { setFlagsFromString } from 'node:v8';

/**
 * Compiles a large WebAssembly module of which a document runs a part a few times, such as the 4 MB of PDFium. V8 would
 * validate all of it, and optimise what ran for 13 MB of code; both cost more than they bring: 60 ms of 180 for PDFium's
 * first page, and 400 ms for the one large function of HarfBuzz's subsetter.
 *
 * V8 reads these flags while a module is made, and they belong to the whole process. The module is therefore made
 * synchronously (8 ms of CPU for PDFium): no other module can be made in between, and two callers cannot undo each
 * other's setting.
 */
export function compileSparingly(
  bytes: Uint8Array<ArrayBuffer>,
  setFlag: (flag: string) => void = setFlagsFromString,
): WebAssembly.Module {
  setFlag('--wasm-lazy-validation');
  setFlag(`${TIERING_BUDGET}=200000000`);
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlag('--no-wasm-lazy-validation');
    setFlag(`${TIERING_BUDGET}=${startBudget()}`);
  }
}

const TIERING_BUDGET = '--wasm-tiering-budget';

/** V8 has no way to read a flag; a test compares this with `node --v8-options`. */
export const DEFAULT_TIERING_BUDGET = 13_000_000;

/** The budget that this process was started with. */
function startBudget(): string {
  const given = process.execArgv.findLast((argument) => argument.startsWith(`${TIERING_BUDGET}=`));
  return given?.split('=')[1] ?? String(DEFAULT_TIERING_BUDGET);
}
