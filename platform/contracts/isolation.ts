/**
 * Pages that are cross-origin isolated: only there may the engine's threads share memory. Every other page keeps the
 * usual headers, above all `/login`, where Google's popup must be able to answer its opener. Links and redirects between
 * the two kinds load a new document, which is isolated or not by its own answer.
 */
export const ISOLATED_PATHS: ReadonlySet<string> = new Set(['/compress', '/compress/']);

/** Headers of an isolated page in place of the usual ones. */
export const ISOLATION_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
} as const;
