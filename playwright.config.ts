import { existsSync, rmSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

// The configuration is read again in every worker: all of them must agree on the port that the first one chose.
if (!process.env.E2E_PORT) {
  process.env.E2E_PORT = String(20_000 + Math.floor(Math.random() * 20_000));
  rmSync('.cache/e2e', { recursive: true, force: true });
}
const port = process.env.E2E_PORT;
const baseURL = `http://localhost:${port}`;
/** Debian's own; elsewhere the one that `playwright install chromium` brings. */
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  timeout: 60_000,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    trace: 'retain-on-failure',
    launchOptions: {
      // Chromium's sandbox does not work as root, which containers often are.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
      ...(chromium ? { executablePath: chromium } : {}),
    },
  },
  webServer: {
    command: 'node_modules/.bin/node functions/all-in-one.ts',
    url: `${baseURL}/readyz`,
    env: { PORT: port, DATA_DIR: '.cache/e2e', LOG_LEVEL: 'error' },
    timeout: 60_000,
    // Ctrl+C is how a person stops it; it then gives its folder back.
    gracefulShutdown: { signal: 'SIGINT', timeout: 15_000 },
  },
});
