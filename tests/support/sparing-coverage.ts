import v8 from '@vitest/coverage-v8';
import type { CoverageProviderModule } from 'vitest/node';
import { UNCOUNTED } from '../../infra/setup/covered-rooms.ts';

const isCounted = process.env[UNCOUNTED] === undefined;

/** V8's coverage for vitest, but for the tests that covered-rooms.ts says not to count. */
const sparingCoverage: CoverageProviderModule = {
  ...v8,
  startCoverage: (options) => (isCounted ? v8.startCoverage?.(options) : undefined),
  takeCoverage: (options) => (isCounted ? v8.takeCoverage?.(options) : undefined),
  stopCoverage: (options) => (isCounted ? v8.stopCoverage?.(options) : undefined),
};

export default sparingCoverage;
