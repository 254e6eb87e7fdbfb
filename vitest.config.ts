import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const TESTS = 'tests/{unit,contracts,integration,infra,architecture}/**/*.test.{ts,tsx}';

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    include: [TESTS],
    pool: 'forks',
    // Two cores, and one more for the time in which tests wait.
    maxWorkers: 3,
    // A machine under full load takes many times as long; a test that hangs is still ended.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // With --coverage, as npm test runs it; infra/setup/coverage-by-room.ts prints and judges what it leaves.
    coverage: {
      provider: 'custom',
      customProviderModule: fileURLToPath(new URL('./tests/support/function-coverage.ts', import.meta.url)),
      reportOnFailure: true,
    },
  },
});
