import type { BrowserContext, Page } from '@playwright/test';
import { keptNames } from './support/kept-files.ts';
import { createOwnServer } from './support/own-server.ts';
import { allFinished, beginJob, expect, expectToast, rests, select, signInAs, test } from './support/test.ts';

const demo = 'Continue with a demo account';

/** Of an account of its own: counts and ended sessions are no other test's. */
const newcomer = (name: string) => ({ email: `${name}-${Date.now()}@example.com`, name });

/** Holds back every upload: the file stays under way. */
const holdUploads = (context: BrowserContext) => context.route('**/api/compress', () => undefined);

test('counts what a person compresses while signed in', async ({ page, request, files }) => {
  await signInAs(page, request, newcomer('counts'));
  await select(page, files.png);
  await allFinished(page);
  const usage = page.getByRole('region', { name: 'This month' });
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(usage.getByText('Files compressed').locator('..')).toContainText(
      /compressed1[\d.]+ KB in all/,
      {
        timeout: 10_000,
      },
    );
  }).toPass();
  await expect(usage.getByText('Sent today').locator('..')).toContainText('today1');
});

test('gives five times as much to who is signed in, and tells what is left of the day', async ({
  browser,
  files,
}) => {
  const server = await createOwnServer({
    ...{
      PUBLIC_URL: 'http://press.example',
      TRUSTED_PROXIES: '1',
      DEMO_SIGN_IN: 'on',
      FILES_PER_MINUTE: '2',
      LIMIT_TIERS: '{"signed-in": {"filesPerDay": 50}}',
    },
  });
  await server.start();
  const visit = () =>
    browser.newContext({
      baseURL: server.origin,
      serviceWorkers: 'block',
      extraHTTPHeaders: { 'X-Forwarded-For': '203.0.113.7' },
    });
  const [office, home] = [await visit(), await visit()];
  /** What one file may be one of, as the server says. */
  const limitOf = async (page: Page) => {
    const answer = page.waitForResponse('**/api/compress');
    await select(page, files.png);
    return (await answer).headers()['ratelimit-policy'];
  };
  try {
    expect(await limitOf(await office.newPage())).toBe('"files";q=2;w=60');
    const page = await home.newPage();
    await signInAs(page, home.request, newcomer('five'));
    expect(await limitOf(page)).toContain('"files";q=10;w=60');
    await allFinished(page);
    await page.goto('/dashboard');
    await expect(page.getByText('Sent today').locator('..')).toContainText('149 left until midnight UTC');
  } finally {
    await office.close();
    await home.close();
    await server.remove();
  }
});

test('finishes the files under way when their session is ended elsewhere', async ({
  page,
  context,
  request,
  files,
}) => {
  const token = await signInAs(page, request, newcomer('ended'));
  const session = { Authorization: `Bearer ${token}` };
  await beginJob(page, files.slow);
  expect((await request.delete('/api/sessions', { headers: session })).ok()).toBe(true);
  // What a server says that takes no ended session for nobody.
  await context.route('**/api/**', (route) =>
    route.request().headers()['authorization'] === session.Authorization
      ? route.fulfill({ status: 401, json: { error: 'Missing or invalid token', code: 'unauthorized' } })
      : route.continue(),
  );
  await page.getByLabel('Add files').setInputFiles(files.png);
  await expectToast(page, 'Session Ended', 'Your files are not affected');
  await expect(page.getByRole('button', { name: /^Login to Download/ })).toHaveCount(2);
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
  // They are still that person's.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'slow.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Login to Download slow.png' }).click();
  // The demo account is another person.
  await page.getByRole('button', { name: demo }).click();
  await expectToast(page, 'Login Successful', 'Please re-compress your files to download them.');
  await expect(page.getByText('Drop your files here')).toBeVisible();
  await expect.poll(() => keptNames(page)).toEqual([]);
});

test('takes all files along when a person signs out, in every tab', async ({
  page,
  context,
  request,
  files,
}) => {
  await signInAs(page, request, newcomer('out'));
  await select(page, files.png);
  await allFinished(page);
  const other = await context.newPage();
  await other.goto('/compress');
  await holdJobs(other);
  await select(other, files.webp);
  await expect(other.getByRole('button', { name: 'Cancel poster.webp' })).toBeVisible();
  await expect.poll(() => keptNames(page)).toEqual(['chart.png', 'poster.webp']);
  const cancelled = other.waitForRequest(
    (each) => each.method() === 'DELETE' && each.url().endsWith('/held'),
  );

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect((await cancelled).headers()['authorization']).toMatch(/^Bearer /);
  await expect(other.getByText('Drop your files here')).toBeVisible();
  for (const each of [page, other]) {
    await each.goto('/compress');
    await rests(each);
    await expect(each.getByText('Drop your files here')).toBeVisible();
    await expect(each.getByRole('heading', { name: 'In this browser' })).toHaveCount(0);
  }
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('Drop your files here')).toBeVisible();
  await expect(page.getByText('chart.png')).toHaveCount(0);
  expect(await keptNames(page)).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(
    /chart|poster/,
  );
});

test('takes files along that were under way when a person signs out everywhere', async ({
  page,
  context,
  request,
  files,
}) => {
  await signInAs(page, request, newcomer('everywhere'));
  await holdUploads(context);
  await select(page, files.png);
  await expect.poll(() => keptNames(page)).toEqual(['chart.png']);
  const dashboard = await context.newPage();
  await dashboard.goto('/dashboard');
  await dashboard.getByRole('button', { name: 'Sign out everywhere' }).click();
  await dashboard.getByRole('button', { name: 'Yes, sign out everywhere' }).click();
  await expect(dashboard).toHaveURL('/login');
  await expect(page.getByText('Drop your files here')).toBeVisible();
  await expect.poll(() => keptNames(page)).toEqual([]);
});

/** Answers uploads with a job that stands still. */
async function holdJobs(page: Page): Promise<void> {
  const progress = { status: 'running', progress: 0.4 };
  await page.route('**/api/compress', (route) => route.fulfill({ status: 202, json: { id: 'held' } }));
  await page.route('**/api/jobs/held/events', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event: progress\ndata: ${JSON.stringify(progress)}\n\n`,
    }),
  );
  await page.route('**/api/jobs/held', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 204 })
      : route.fulfill({ json: progress }),
  );
}
