import { spawnSync } from 'node:child_process';

interface TestTool {
  readonly program: string;
  readonly packages: readonly string[];
  /** Shell command that succeeds when it is there [whether the program is on the PATH]. */
  readonly check?: string;
  /** Not in every distribution: installed by itself. Where it cannot be had, its own tests fail and all others run. */
  readonly apart?: boolean;
}

/** Programs that the tests run for real, and the Debian or Ubuntu packages that bring them. */
const TEST_TOOLS: readonly TestTool[] = [
  { program: 'redis-server', packages: ['redis-server'] },
  // In front of the web servers, as in docker-compose.yml: tests/integration/topology.test.ts.
  { program: 'caddy', packages: ['caddy'] },
  // Checks alert rules and panels: tests/infra/observability.test.ts, tests/integration/topology.test.ts.
  { program: 'promtool', packages: ['prometheus'] },
  { program: 'chromium', packages: ['chromium'] },
  // The same without the windows around a page: playwright.config.ts.
  { program: 'chromium-headless-shell', packages: ['chromium-headless-shell'], apart: true },
  { program: 'pdftoppm', packages: ['poppler-utils'] },
  { program: 'qpdf', packages: ['qpdf'] },
  // Draw documents beside Poppler, without any code of ours or PDFium's: tests/support/pdf-witnesses.ts.
  { program: 'gs', packages: ['ghostscript'] },
  { program: 'mutool', packages: ['mupdf-tools'] },
  { program: 'transicc', packages: ['liblcms2-utils'] },
  // Show pictures and open packages without any code of ours: tests/integration/fuzz.test.ts.
  { program: 'djpeg', packages: ['libjpeg-turbo-progs'] },
  { program: 'pngtopam', packages: ['netpbm'] },
  { program: 'pngcheck', packages: ['pngcheck'] },
  { program: 'dwebp', packages: ['webp'] },
  { program: 'xmllint', packages: ['libxml2-utils'] },
  { program: 'unzip', packages: ['unzip'] },
  // Without a font LibreOffice and Chromium draw empty boxes.
  { program: 'soffice', packages: ['libreoffice-impress', 'fonts-liberation'] },
  // LibreOffice edits what it has opened: tests/integration/pptx-slides.test.ts.
  pythonWith('uno', ['python3-uno']),
  // Run the samples of the documentation: tests/integration/samples.test.ts.
  { program: 'curl', packages: ['curl'] },
  { program: 'php', packages: ['php-cli', 'php-curl'], check: 'php -m | grep -q curl' },
  { program: 'go', packages: ['golang-go'] },
  pythonWith('requests', ['python3-requests']),
  // Fill in and edit what the engine has made: tests/integration/edited-results.long.test.ts.
  pythonWith('pikepdf, pypdf', ['python3-pikepdf', 'python3-pypdf']),
  { program: 'exiftool', packages: ['libimage-exiftool-perl'] },
  // The engine in other browsers: tests/e2e/other-browsers.spec.ts.
  { program: 'firefox-esr', packages: ['firefox-esr'], apart: true },
  {
    program: 'WebKitWebDriver',
    packages: ['webkit2gtk-driver', 'xvfb'],
    check: 'command -v WebKitWebDriver && command -v Xvfb',
    apart: true,
  },
  // The sandbox of engine processes; elsewhere there is none.
  ...(process.platform === 'linux' ? [{ program: 'bwrap', packages: ['bubblewrap'] }] : []),
];

/**
 * Installs what is missing by apt-get, as root or with a sudo that asks no password.
 * @returns null when everything is there, else what a person has to do
 */
export function installTestTools(): string | null {
  const missing = TEST_TOOLS.filter(isMissing);
  if (missing.length === 0) return null;
  const needed = missing.filter(({ apart }) => !apart);
  const others = missing.filter(({ apart }) => apart);
  const prefix = isInstalled('apt-get') ? rootPrefix() : null;
  if (prefix) for (const group of [needed, ...others.map((tool) => [tool])]) installByApt(prefix, group);
  for (const { program } of others.filter(isMissing))
    console.error(`The tests in ${program} will fail: it could not be installed.`);
  const still = needed.filter(isMissing);
  if (still.length === 0) return null;
  return adviceFor(
    still.map(({ program }) => program).join(', '),
    still.flatMap(({ packages }) => packages),
  );
}

/** Another Python than Debian's may come first, and may lack the packages. */
function pythonWith(modules: string, packages: readonly string[]): TestTool {
  const checks = ['python3', '/usr/bin/python3'].map((python) => `${python} -c "import ${modules}"`);
  return { program: `python3 with ${modules}`, packages, check: checks.join(' || ') };
}

let updated = false;

function installByApt(prefix: readonly string[], tools: readonly TestTool[]): void {
  if (tools.length === 0) return;
  const packages = tools.flatMap((tool) => tool.packages);
  const names = tools.map(({ program }) => program).join(', ');
  console.log(`The tests need ${names}. Installing ${packages.join(', ')} by apt-get.`);
  const [first = 'apt-get', ...rest] = [...prefix, 'apt-get'];
  const aptGet = (...args: string[]) =>
    spawnSync(first, [...rest, '-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  // One source that does not answer is no reason to stop: what is needed may be in another one.
  if (!updated) aptGet('update');
  updated = true;
  aptGet('install', '-y', '--no-install-recommends', ...packages);
}

function adviceFor(names: string, packages: readonly string[]): string {
  return [
    `The tests need ${names}, and this script may not install programs here. Please install them and try again:`,
    `  Debian, Ubuntu: sudo apt-get install ${packages.join(' ')}`,
    '  macOS:          brew install redis caddy prometheus poppler qpdf ghostscript mupdf-tools little-cms2 jpeg-turbo netpbm pngcheck webp php go python-requests exiftool && brew install --cask chromium libreoffice',
    '                  (chromium and soffice must be on the PATH)',
  ].join('\n');
}

/** How to run a command as root without being asked; null when there is no such way. */
function rootPrefix(): readonly string[] | null {
  if (process.getuid?.() === 0) return ['env', 'DEBIAN_FRONTEND=noninteractive'];
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? ['sudo', '-n', 'env', 'DEBIAN_FRONTEND=noninteractive'] : null;
}

function isMissing({ program, check }: TestTool): boolean {
  return check === undefined
    ? !isInstalled(program)
    : spawnSync('sh', ['-c', check], { stdio: 'ignore' }).status !== 0;
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}
