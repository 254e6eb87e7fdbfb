import { existsSync } from 'node:fs';

/** Debian's own, first the one without the windows around a page, which take a third of the CPU. */
const PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

const executablePath = PATHS.find((path) => existsSync(path));

/** How Playwright starts Chromium here; where none of Debian's is, the one that `playwright install chromium` brings. */
export const CHROMIUM_LAUNCH = {
  args: [
    // Chromium's sandbox does not work as root, which containers often are.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
  ],
  ...(executablePath ? { executablePath } : {}),
};
