import type { CoverageProviderModule } from 'vitest/node';

declare global {
  /** By function, as `CountedFunctions` numbers them: 1 where it ran. A variable of its own is a constant to V8. */
  var __ran: Uint8Array;
}

/** More than the covered rooms have. */
const MOST_FUNCTIONS = 1 << 16;

/**
 * Coverage for vitest, of functions: which of them ran at all. Each writes one byte. V8's own, even of functions alone,
 * inlines no function into another: a loop with two small calls takes 0.38 s for 40 million rounds instead of 0.05 (Node 24).
 */
const functionCoverage: CoverageProviderModule = {
  startCoverage() {
    globalThis.__ran ??= new Uint8Array(MOST_FUNCTIONS);
  },
  takeCoverage: () => [...__ran.keys()].filter((id) => __ran[id] === 1),
  // Late: workers need no provider, and it loads all of vitest.
  getProvider: async () => new (await import('./counted-functions.ts')).CountedFunctions(),
};

export default functionCoverage;
