import type { Page, Request } from '@playwright/test';
import sharp from 'sharp';
import { keptFiles, listsAreFree } from './support/kept-files.ts';
import { createOwnServer } from './support/own-server.ts';
import {
  allFinished,
  aPersonComes,
  beginJob,
  cutOffUntilClick,
  expect,
  expectToast,
  rests,
  select,
  test,
} from './support/test.ts';

/** The browser reports every request that a lost line or a killed server cuts off. */
const lossy = test.extend({ mayComplain: true });

/** Notes what the row of the only file shows, from now on. */
async function noteProgress(page: Page) {
  await page.addInitScript(() => {
    const seen = { percents: [] as number[], words: [] as string[] };
    Object.assign(window, { seen });
    const note = () => {
      const row = document.querySelector('li:has([role=progressbar])');
      const percent = Number(row?.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'));
      const words = row?.querySelector('p:has(.animate-spin)')?.textContent ?? '';
      if (percent && seen.percents.at(-1) !== percent) seen.percents.push(percent);
      if (words && seen.words.at(-1) !== words) seen.words.push(words);
    };
    new MutationObserver(note).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  return () =>
    page.evaluate(() => (window as unknown as { seen: { percents: number[]; words: string[] } }).seen);
}

/** Counts uploads and cancelled jobs. */
function countCalls(page: Page) {
  const calls = { uploads: 0, results: 0, cancelled: 0 };
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname === '/api/compress') calls.uploads++;
    if (pathname.endsWith('/result')) calls.results++;
    if (request.method() === 'DELETE') calls.cancelled++;
  });
  return calls;
}

/** Lets so many bytes a second leave the page. */
async function throttleUploads(page: Page, uploadThroughput: number): Promise<void> {
  const line = await page.context().newCDPSession(page);
  const rest = { offline: false, latency: 0, downloadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', { ...rest, uploadThroughput });
}

const row = (page: Page, name = 'slow.png') =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const result = (page: Page, name = 'slow.png') =>
  page.getByRole('button', { name: `Login to Download ${name}` });

test('says what is true from the first byte to the result, at any width', async ({ page, files }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seen = await noteProgress(page);
  await page.goto('/compress');
  await aPersonComes(page);
  await throttleUploads(page, 512 * 1024);
  await select(page, files.slow);
  await expect(row(page)).toContainText(/Uploading: [\d.]+ [KM]B of [\d.]+ MB/);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
  await allFinished(page);
  await expectToast(page, 'Compression Complete! (slow.png)');
  const { percents, words } = await seen();
  expect(percents).toEqual([...percents].sort((one, other) => one - other));
  const steps = [10, 25, 45, 65, 80, 95, 100];
  expect(percents.filter((percent) => steps.includes(percent))).toEqual(steps);
  // More than steps: the bytes that have left.
  expect(percents.some((percent) => percent > 10 && percent < 45 && percent !== 25)).toBe(true);
  expect(words.join('\n')).toMatch(/Uploading[^]*Compressing/);
});

lossy(
  'goes on after the line was lost in the middle of the work and of the result',
  async ({ page, context, files }) => {
    const calls = countCalls(page);
    await beginJob(page, files.slow);
    await context.setOffline(true);
    await expect(row(page)).toContainText('Connection lost. Retrying');
    // Back for the work, away again for the result.
    await cutOffUntilClick(page, '**/result');
    const asked = page.waitForRequest('**/result');
    await context.setOffline(false);
    await asked;
    await expect(row(page)).toContainText('Connection lost.');
    await page.getByRole('button', { name: 'Try again with slow.png' }).click();
    await expect(result(page)).toBeVisible();
    expect(calls).toMatchObject({ uploads: 1, cancelled: 0 });
  },
);

lossy('goes on after its server was stopped, and killed, and started again', async ({ page, files }) => {
  const server = await createOwnServer();
  try {
    await server.start();
    const calls = countCalls(page);
    await page.goto(`${server.origin}/compress`);
    await aPersonComes(page);
    await beginJob(page, files.slow);
    // From now on: the server may finish the work while it ends, and the page ask for the result.
    const held = page.waitForRequest('**/result');
    await page.route('**/result', (route) => route.abort());
    // A deployment in the middle of the work.
    await server.end('SIGTERM');
    await server.start();
    await held;
    // A crash before the result is on the page.
    await server.end('SIGKILL');
    await page.unroute('**/result');
    await server.start();
    await expect(result(page)).toBeVisible();
    expect(calls).toMatchObject({ uploads: 1, cancelled: 0 });
  } finally {
    await server.remove();
  }
});

test('follows a job after a reload, in a tab that is opened later, and after signing in', async ({
  page,
  context,
  files,
}, testInfo) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  // Still under way after a reload, on any machine.
  const path = testInfo.outputPath('slow.png');
  await sharp(files.slow).resize(2_240).png().toFile(path);
  const calls = countCalls(page);
  await beginJob(page, path);
  await expect.poll(() => keptJobs(page)).toBe(1);
  await expect.poll(() => asksBeforeLeaving(page)).toBe(false);
  const followed = page.waitForResponse('**/api/jobs/*/events');
  await page.reload();
  await followed;
  expect(calls).toEqual({ uploads: 1, results: 0, cancelled: 0 });

  // A second tab has a list of its own while the first one lives.
  const second = await context.newPage();
  await second.goto('/compress');
  await rests(second);
  await expect(second.getByText('Drop your files here')).toBeVisible();
  await second.goto('/teams');
  await page.close({ runBeforeUnload: false });
  await listsAreFree(second);

  const later = countCalls(second);
  await second.goto('/compress');
  await expect(second.getByRole('heading', { name: 'slow.png' })).toBeVisible();
  await second.getByRole('link', { name: 'Login', exact: true }).click();
  await second.getByRole('button', { name: 'Continue with a demo account' }).click();
  await expect(second).toHaveURL('/compress');
  await expect(second.getByRole('button', { name: 'Download slow.png' })).toBeVisible();
  expect(later).toMatchObject({ uploads: 0, cancelled: 0 });
  // Nothing would have been lost by leaving.
  expect(asked).toEqual([]);
});

/** Whether the page holds back who leaves it: for a moment after its files are kept, too. */
function asksBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

/** How many files in the browser's storage name their job. */
async function keptJobs(page: Page): Promise<number> {
  return (await keptFiles(page)).filter(({ jobId }) => jobId !== null).length;
}

test('ends the job of a file that is cancelled', async ({ page, request, files }) => {
  await beginJob(page, files.slow);
  await page.getByLabel('Add files').setInputFiles(files.png);
  const coming = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancel slow.png' }).click();
  const deleted = await coming;
  expect(deleted.status()).toBe(204);
  const job = (await (await request.get(deleted.url())).json()) as { status?: string };
  expect(job.status).not.toBe('completed');
  await expect(result(page, 'chart.png')).toBeVisible();
  await expect(row(page)).toHaveCount(0);
});

test('waits for a limit as long as the server asks, and asks by questions where events are refused', async ({
  page,
  files,
}) => {
  const limited = { status: 429, json: { error: 'Too many files at once.', code: 'rate-limited' } };
  await page.route(
    '**/api/compress',
    (route) => route.fulfill({ ...limited, headers: { 'Retry-After': '30' } }),
    {
      times: 1,
    },
  );
  await page.route('**/events', (route) => route.fulfill({ status: 404, body: '' }));
  const asked = page.waitForRequest(/\/api\/jobs\/[\w-]+$/);
  await select(page, files.scan);
  await expect(row(page, 'scan.png')).toContainText('You have reached your limit for now. Retrying in');
  await expectToast(page, 'Compression Notice (scan.png)', 'It is higher when you are signed in.');
  await page.getByRole('button', { name: 'Try again with scan.png' }).click();
  await asked;
  await expect(result(page, 'scan.png')).toBeVisible();
});
