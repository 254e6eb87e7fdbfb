import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    include: ['tests/{unit,contracts,integration,infra,architecture}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: 2,
    // A machine under full load takes many times as long; a test that hangs is still ended.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
