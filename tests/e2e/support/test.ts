import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { makeSampleFiles, type SampleFiles } from './files.ts';
import { PATIENCE_MS } from '../../../infra/setup/patience.ts';

interface TestTools {
  /** Whether the browser may complain about the page, Content-Security-Policy included [no]. */
  readonly mayComplain: boolean;
  /** A token of the demo identity provider, already in local storage when the page opens. */
  readonly signedIn: string;
}
interface WorkerTools {
  readonly files: SampleFiles;
}

/** Expected answers that the browser reports as errors of its own. */
const EXPECTED =
  /Failed to load resource: (the server responded with a status of (4|5)\d\d|net::ERR_(FAILED|UPLOAD_FILE_CHANGED))/;

export const test = base.extend<TestTools, WorkerTools>({
  files: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from the pattern
    async ({}, use, info) => {
      const folder = join(process.env.E2E_FOLDER ?? info.project.outputDir, `files-${info.workerIndex}`);
      await use(await makeSampleFiles(folder));
    },
    { scope: 'worker' },
  ],
  mayComplain: false,
  context: async ({ context }, use) => {
    await context.addInitScript(noteToasts);
    await use(context);
  },
  page: async ({ page, mayComplain }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
    await use(page);
    if (!mayComplain) expect(complaints).toEqual([]);
  },
  signedIn: async ({ page, request }, use) => {
    await use(await signInAs(page, request, { email: 'ama@example.com', name: 'Ama Mensah' }));
  },
});

export { expect };

/** Holds the scripts of pages back, as a slow line does. @returns what lets them come */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const come = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await come;
    await route.continue();
  });
  return release;
}

/**
 * Waits until the page hears what a person does: React has drawn it and run its effects, where it has React, and all that
 * it loads to listen with has started.
 */
export async function listens(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-listens');
}

/** Waits until the page listens and has asked for nothing more for half a second: for what must not come by itself. */
export async function rests(page: Page): Promise<void> {
  await listens(page);
  await page.evaluate(async () => {
    const asked = () => performance.getEntriesByType('resource').length;
    let before;
    do {
      before = asked();
      await new Promise((resolve) => setTimeout(resolve, 500));
    } while (asked() > before);
  });
}

/**
 * Moves the pointer on the compress page: it loads the list of results then, for nobody chooses a file without a movement.
 * Waits until the code of the list has run.
 */
export async function aPersonComes(page: Page): Promise<void> {
  await listens(page);
  await page.mouse.move(5, 5);
  await page.evaluate(async () => {
    const late = (name: string) => {
      const entries = performance.getEntriesByType('resource').map((entry) => entry.name);
      return entries.find((address) => new RegExp(`/assets/${name}-[\\w-]+\\.js$`).test(address));
    };
    for (const name of ['results', 'work']) {
      while (!late(name)) await new Promise((resolve) => setTimeout(resolve, 20));
      await import(late(name)!);
    }
  });
}

/** Opens and closes the menu of narrow screens. */
export function menuButton(page: Page): Locator {
  return page.locator('#mobile-menu > summary');
}

/**
 * Signs a person of the demo identity provider in on every page that is opened from now on.
 * @returns the token
 */
export async function signInAs(
  page: Page,
  request: APIRequestContext,
  person: { readonly email: string; readonly name: string },
): Promise<string> {
  const identity = await request.post('/dev/identity', { data: person });
  const { credential } = (await identity.json()) as { credential: string };
  const answer = await request.post('/api/auth/google', { data: { credential } });
  const { token } = (await answer.json()) as { token: string };
  // Once: a later document must find what the page itself has left, for example after signing out.
  await page.addInitScript((jwt) => {
    if (sessionStorage.getItem('test-signed-in') !== null) return;
    sessionStorage.setItem('test-signed-in', 'yes');
    localStorage.setItem('jwt', jwt);
  }, token);
  return token;
}

/** Opens the compress page alive and hands it files. */
export async function select(page: Page, paths: string | string[]): Promise<void> {
  if (!page.url().endsWith('/compress')) await page.goto('/compress');
  await page.getByLabel('Choose files to compress').setInputFiles(paths);
}

/** Hands the page a file, and waits until it follows the job that the server has made of it. */
export async function beginJob(page: Page, path: string): Promise<void> {
  const followed = page.waitForResponse('**/api/jobs/*/events');
  await select(page, path);
  await followed;
}

/** Waits until every file of the selection has come back or failed. */
export async function allFinished(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Compress Another File' })).toBeVisible();
}

/** Cuts requests off until somebody clicks on the page, also those that it makes by itself meanwhile. */
export async function cutOffUntilClick(page: Page, url: string | RegExp): Promise<void> {
  await page.evaluate(() => {
    window.addEventListener('click', () => Object.assign(window, { wasClicked: true }), { capture: true });
  });
  await page.route(url, async (route) => {
    const wasClicked = await page.evaluate(() => 'wasClicked' in window);
    await (wasClicked ? route.continue() : route.abort());
  });
}

/** Runs in a page: notes what toasts say. They go after four seconds, and a busy machine may look later. */
export function noteToasts(): void {
  const saidToasts: string[] = [];
  Object.assign(window, { saidToasts });
  const known = new WeakMap<Element, string>();
  new MutationObserver(() => {
    const shown = '[data-sonner-toast], [role=status][aria-label=Notifications] > *';
    for (const each of document.querySelectorAll<HTMLElement>(shown)) {
      const words = each.textContent;
      if (known.get(each) === words) continue;
      known.set(each, words);
      saidToasts.push(`${words} [${each.dataset['type'] ?? each.dataset['tone']}]`);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** What toasts have said on the open page, those that have gone too: title, description and kind of each, in order. */
export function saidToasts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { saidToasts: string[] }).saidToasts);
}

/** Waits until a toast has said all of this, be it gone by now. */
export async function expectToast(page: Page, ...parts: readonly (string | RegExp)[]): Promise<void> {
  const isIt = (said: string) =>
    parts.every((part) => (typeof part === 'string' ? said.includes(part) : part.test(said)));
  await expect
    .poll(async () => {
      // Where another page is on its way there is nothing to be read.
      const all = await saidToasts(page).catch(() => []);
      return all.some(isIt) || all;
    }, parts.join(' '))
    .toBe(true);
}

/** A toast that is there. */
export function toast(page: Page, text: string | RegExp) {
  return page.locator('[data-sonner-toast]').filter({ hasText: text });
}

/** Waits until what has changed is drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Every rule of WCAG 2.2 AA and axe's best practices; nothing may be wrong.
 * @param scope `colours` checks contrast alone: enough for the dark scheme of a page that was checked in light
 * @param options `exceptFooter` leaves out the footer, half of what there is to look at, where other tests have seen it
 */
export async function expectAccessible(
  page: Page,
  scope: 'everything' | 'colours' = 'everything',
  { exceptFooter = false } = {},
): Promise<void> {
  // A change of scheme or width reaches the styles with the next frame.
  await drawn(page);
  // A busy machine draws it later still, and half-drawn colours are no fault: what is wrong stays wrong.
  await expect(async () => expect(await faults(page, scope, exceptFooter)).toEqual([])).toPass({
    timeout: PATIENCE_MS,
  });
}

/** What axe finds wrong: rule and place of each. */
async function faults(page: Page, scope: 'everything' | 'colours', exceptFooter: boolean): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) })
    // Judges in the page itself, which has no frames, instead of in a blank page beside it.
    .setLegacyMode()
    // What is right needs no selectors.
    .options({ resultTypes: ['violations'] });
  if (exceptFooter) axe.exclude('footer');
  if (scope === 'colours') axe.withRules(['color-contrast']);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}
