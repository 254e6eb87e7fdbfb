import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { expect } from '@playwright/test';
import { puppeteer, type Browser, type Page } from '../../../infra/browsers/puppeteer.ts';
import { MADE_HERE } from './on-device.ts';
import { freePort } from '../../../infra/setup/free-port.ts';
import { PATIENCE_MS, TEST_LIMIT_MS } from '../../../infra/setup/patience.ts';

/** A page of a browser that Playwright does not drive: Debian's Firefox and WebKit, as people have them. */
export interface OtherPage {
  goto(url: string): Promise<void>;
  /** Gives files to an input. */
  choose(selector: string, paths: readonly string[]): Promise<void>;
  /** Runs the body of an async function in the page. @returns what it returns, as JSON has it */
  run<T>(body: string): Promise<T>;
  close(): Promise<void>;
}

/** Opens the compress page and chooses the device, once it is known that it can. */
export async function chooseDeviceIn(page: OtherPage, origin: string): Promise<void> {
  await page.goto(`${origin}/compress`);
  await expect.poll(() => page.run(IS_CLOSED)).toBe(false);
  await page.run('document.querySelector("input[value=device]").click()');
}

/** Whether "On this device" cannot be chosen; nothing before the page says so. */
export const IS_CLOSED = 'return document.querySelector("input[value=device]")?.disabled';

/** Waits until so many results say that they were made on the device. */
export async function expectMadeHere(page: OtherPage, count: number): Promise<void> {
  const made = `return document.querySelector('main').textContent.split('${MADE_HERE}').length - 1`;
  await expect.poll(() => page.run(made)).toBe(count);
}

/** Presses the button of a name, or that begins with it. */
export async function press(page: OtherPage, name: string): Promise<void> {
  const find = `[...document.querySelectorAll('button')].find((each) =>
    (each.getAttribute('aria-label') ?? each.textContent).trim().startsWith(${JSON.stringify(name)}))`;
  await expect.poll(() => page.run(`return ${find} !== undefined`)).toBe(true);
  await page.run(`${find}.click()`);
}

/** Firefox, whose tabs can be closed. */
export interface FirefoxPage extends OtherPage {
  /** Closes this tab, whatever it does. @returns a new one */
  reopen(): Promise<FirefoxPage>;
}

/**
 * @param isPrivate a private window, which keeps nothing on the disk [false]
 * @throws where it is not installed: a browser that is missing is no browser that passed
 */
export async function openFirefox({ isPrivate = false } = {}): Promise<FirefoxPage> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: installed('Firefox', ['/usr/bin/firefox-esr', '/usr/bin/firefox']),
    extraPrefsFirefox: { 'browser.privatebrowsing.autostart': isPrivate },
    timeout: PATIENCE_MS,
    protocolTimeout: TEST_LIMIT_MS,
  });
  return firefoxPage(browser);
}

async function firefoxPage(browser: Browser): Promise<FirefoxPage> {
  const page = await browser.newPage();
  return {
    ...otherPage(browser, page),
    async reopen() {
      await page.close();
      return firefoxPage(browser);
    },
  };
}

/** A page beside others of its browser. */
interface Tab extends OtherPage {
  closeTab(): Promise<void>;
}

/** A page of a Chromium that Playwright does not drive. */
export interface ChromiumPage extends OtherPage {
  /** Puts another tab before it. */
  openTab(): Promise<Tab>;
  /** Lets pages of an origin show notifications; Playwright's headless shell never does. */
  allowNotifications(origin: string): Promise<void>;
  /** Addresses of the workers that it has started. */
  startedWorkers(): readonly string[];
}

/**
 * Chromium that makes pages ready unseen, which Playwright switches off.
 * @throws where it is not installed
 */
export function openChromium(): Promise<ChromiumPage> {
  return chromiumPage({ args: [] });
}

/**
 * Chromium with timers of hidden pages held back, which Playwright switches off: after a second, and not after five minutes, those
 * that follow each other come once a minute. So do people's own browsers after minutes.
 * @throws where it is not installed
 */
export function openThrottledChromium(): Promise<ChromiumPage> {
  return chromiumPage({
    ignoreDefaultArgs: [
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
    ],
    args: [
      '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/1',
      '--intensive-wake-up-throttling-policy=force-enable',
    ],
  });
}

async function chromiumPage({ args, ...options }: ChromiumOptions): Promise<ChromiumPage> {
  const browser = await puppeteer.launch({
    executablePath: installed('Chromium', ['/usr/bin/chromium', '/usr/bin/chromium-browser']),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', ...args],
    timeout: PATIENCE_MS,
    ...options,
  });
  const page = await browser.newPage();
  const workers: string[] = [];
  page.on('workercreated', (worker) => workers.push(worker.url()));
  return {
    ...otherPage(browser, page),
    async openTab() {
      const other = await browser.newPage();
      await other.bringToFront();
      return { ...otherPage(browser, other), closeTab: () => other.close() };
    },
    allowNotifications: (origin) =>
      browser.defaultBrowserContext().overridePermissions(origin, ['notifications']),
    startedWorkers: () => workers,
  };
}

interface ChromiumOptions {
  readonly args: readonly string[];
  readonly ignoreDefaultArgs?: string[];
}

function otherPage(browser: Browser, page: Page): OtherPage {
  return {
    goto: async (url) => void (await page.goto(url)),
    async choose(selector, paths) {
      const input = await page.$(selector);
      if (!input) throw new Error(`Expected ${selector} on the page.`);
      await (input as unknown as { uploadFile(...paths: readonly string[]): Promise<void> }).uploadFile(
        ...paths,
      );
    },
    run: (body) => page.evaluate(`(async () => { ${body} })()`) as never,
    close: () => browser.close(),
  };
}

/** WebKitGTK's own small browser over WebDriver, on a screen in memory. @throws where it is not installed */
export async function openWebKit(): Promise<OtherPage> {
  const binary = installed('WebKit', globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser'));
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn(installed('WebKit', ['/usr/bin/WebKitWebDriver']), [`--port=${port}`], {
    // Its own sandbox does not work in containers; a test opens nothing but our pages.
    env: { ...process.env, DISPLAY: screen.display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  });
  const call = createCaller(`http://127.0.0.1:${port}`);
  const options = { binary, args: ['--automation'] };
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/timeouts`, { script: TEST_LIMIT_MS, pageLoad: PATIENCE_MS });
  return {
    goto: (url) => call('POST', `${session}/url`, { url }),
    async choose(selector, paths) {
      const found = await call<Record<string, string>>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      });
      const [element] = Object.values(found);
      await call('POST', `${session}/element/${element}/value`, { text: paths.join('\n') });
    },
    run: (body) =>
      call('POST', `${session}/execute/async`, {
        script: `const done = arguments[arguments.length - 1]; (async () => { ${body} })().then(done);`,
        args: [],
      }),
    async close() {
      await call('DELETE', session).catch(() => undefined);
      for (const child of [driver, screen.process]) await end(child);
    },
  };
}

/** Calls WebDriver; tried again until it listens. Source: W3C WebDriver. */
function createCaller(origin: string) {
  return async <T = void>(method: string, path: string, body?: object): Promise<T> => {
    const ask = () => fetch(origin + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    let answer: Response | undefined;
    for (const until = Date.now() + 30_000; !answer;) {
      answer = await ask().catch((error: unknown) => {
        if (Date.now() > until) throw error;
        return undefined;
      });
      if (!answer) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { value } = (await answer.json()) as { value: T };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

/** A screen that nobody sees. It says on a pipe which number it took. */
async function startScreen(): Promise<{ readonly display: string; readonly process: ChildProcess }> {
  const screen = spawn(
    installed('A screen in memory', ['/usr/bin/Xvfb']),
    ['-displayfd', '3', '-screen', '0', '1280x900x24'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [number] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
  return { display: `:${number.toString().trim()}`, process: screen };
}

function installed(what: string, places: readonly string[]): string {
  const found = places.find((place) => existsSync(place));
  if (!found)
    throw new Error(`${what} is not installed; "npm test" installs it (infra/setup/test-tools.ts).`);
  return found;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
