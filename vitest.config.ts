import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { COVERED_ROOMS, RUN_ELSEWHERE } from './infra/setup/covered-rooms.ts';

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    include: ['tests/{unit,contracts,integration,infra,architecture}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: 2,
    // A machine under full load takes many times as long; a test that hangs is still ended.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // With --coverage, as npm test runs it; infra/setup/coverage-by-room.ts prints and judges what it leaves.
    coverage: {
      provider: 'v8',
      include: COVERED_ROOMS.map((room) => `${room}/**/*.{ts,tsx}`),
      exclude: ['**/*.d.ts', ...RUN_ELSEWHERE],
      reporter: ['json-summary'],
      reportOnFailure: true,
    },
  },
});
