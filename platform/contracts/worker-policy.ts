/**
 * Content-Security-Policy of the scripts of workers. A worker has the policy of its own answer. Unlike a page it may
 * compile WebAssembly; it sees no token, loads nothing from elsewhere and runs no text as a script.
 */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:";

/** Headers of the scripts of workers. One that a cross-origin isolated page starts must ask for isolation itself. */
export const WORKER_HEADERS = {
  'Content-Security-Policy': WORKER_POLICY,
  'Cross-Origin-Embedder-Policy': 'require-corp',
} as const;
