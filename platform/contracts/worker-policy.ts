/**
 * Content-Security-Policy of the scripts of workers. A worker has the policy of its own answer. Unlike a page it may
 * compile WebAssembly; it sees no token, loads nothing from elsewhere and runs no text as a script.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:";
