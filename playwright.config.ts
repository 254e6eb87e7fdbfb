import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_LAUNCH } from './infra/setup/chromium.ts';
import { freePort } from './infra/setup/free-port.ts';
import { PATIENCE_MS, TEST_LIMIT_MS } from './infra/setup/patience.ts';

// The configuration is read again in every worker: all of them must agree on the port and folder chosen first.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_FOLDER ??= mkdtempSync(join(tmpdir(), 'featherpress-e2e-'));

const port = process.env.E2E_PORT;
const baseURL = `http://localhost:${port}`;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two cores, and as many more for the time in which pages wait: a test takes 1.2 s of CPU in 3.5.
  workers: 4,
  // As in infra/setup/run-vitest.ts: what passes only at its second run is named in the summary, and has failed.
  retries: 1,
  failOnFlakyTests: true,
  timeout: TEST_LIMIT_MS,
  expect: { timeout: PATIENCE_MS },
  forbidOnly: true,
  reporter: 'list',
  globalTeardown: './tests/e2e/support/remove-folder.ts',
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    viewport: { width: 1440, height: 900 },
    // It would answer before a test's own routes do; the tests of the installed app let it in.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
    launchOptions: {
      ...CHROMIUM_LAUNCH,
      args: [...CHROMIUM_LAUNCH.args, '--disable-quic', '--disable-component-update', '--disable-sync'],
    },
  },
  webServer: {
    // The product as people start it, on a folder of its own.
    command:
      'node_modules/.bin/node infra/setup/build-if-stale.ts && exec node_modules/.bin/node functions/all-in-one.ts',
    url: `${baseURL}/readyz`,
    env: { PORT: port, DATA_DIR: join(process.env.E2E_FOLDER, 'data'), LOG_LEVEL: 'error' },
    timeout: 120_000,
    // Ctrl+C is how a person stops it; it then gives its folder back.
    gracefulShutdown: { signal: 'SIGINT', timeout: 15_000 },
  },
});
