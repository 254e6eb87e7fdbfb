import { createContext, runInContext } from 'node:vm';
import type * as Engine from '#engine/index.ts';
import type * as Shared from '#engine/codecs/shared/index.ts';

/** What a worker of a browser has besides JavaScript itself and WebAssembly, as far as the engine and its codecs ask for it. */
const WEB_GLOBALS = {
  AbortController,
  AbortSignal,
  TextDecoder,
  TextEncoder,
  URL,
  atob,
  crypto,
  performance,
  // Emscripten's scripts look at these to tell a worker from Node.
  WorkerGlobalScope: class {},
  location: { href: 'https://example.org/engine.js' },
} as const;

/**
 * Runs a bundle in a realm of its own, with its own intrinsics and no global of Node: neither `process` nor `Buffer`,
 * `require` or `__dirname`. Strings are never made into code, as under a content security policy without 'unsafe-eval'.
 * @param wasm whether WebAssembly may be compiled, as under 'wasm-unsafe-eval' [true]
 */
export function runInRealm(script: string, { wasm = true } = {}): typeof Engine & typeof Shared {
  const realm = createContext({ ...WEB_GLOBALS }, { codeGeneration: { strings: false, wasm } });
  // A binding of the realm's own: each use of a global goes through Node, which made loops over pixels eighty times as slow.
  runInContext('globalThis.self = globalThis; const Math = globalThis.Math;', realm);
  runInContext(script, realm, { filename: 'engine.js' });
  return runInContext('engine', realm) as typeof Engine & typeof Shared;
}
