import { createReadStream } from 'node:fs';
import {
  allFinished,
  expect,
  expectAccessible,
  expectToast,
  select,
  signInAs,
  test,
} from './support/test.ts';

test('makes a key that works, shows it once and revokes it', async ({
  page,
  request,
  signedIn: _signedIn,
}) => {
  await page.goto('/dashboard');
  const keys = page.getByRole('region', { name: 'Your keys' });
  await keys.getByRole('button', { name: 'New key' }).click();
  await expect(keys.getByLabel('Name')).toBeFocused();
  const name = `Build server ${Date.now()}`;
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await keys.getByRole('button', { name: 'Copy key' }).click();
  await expect(keys.getByRole('button', { name: 'Copied' })).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await expectAccessible(page);
  const use = async () =>
    (await request.get('/api/usage', { headers: { Authorization: `Bearer ${key}` } })).status();
  expect(await use()).toBe(200);

  await page.reload();
  await expect(keys.getByText(key.slice(0, 20))).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await keys.getByRole('button', { name: `Revoke the key ${name}` }).click();
  await page.keyboard.press('Escape');
  await keys.getByRole('button', { name: `Revoke the key ${name}` }).click();
  await keys.getByRole('button', { name: 'Yes, revoke' }).click();
  await expect(keys.getByText(name)).toHaveCount(0);
  expect(await use()).toBe(401);
});

test('lists links and this month, and signs out everywhere', async ({ page, files, request }) => {
  // Of an account of its own: signing out everywhere would end the sessions of other tests.
  const person = { email: `lin-${Date.now()}@example.com`, name: 'Lin' };
  const token = await signInAs(page, request, person);
  await select(page, files.png);
  await allFinished(page);
  await page.getByRole('button', { name: 'Copy Link chart.png' }).click();
  await expectToast(page, 'Link Copied');
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect((await request.get(url)).status()).toBe(200);

  await page.goto('/dashboard');
  const links = page.getByRole('region', { name: 'Your links' });
  await expect(links.getByText('1 download')).toBeVisible();
  await expectAccessible(page);
  await links.getByRole('button', { name: 'Revoke the link to featherpress_chart.png' }).click();
  await links.getByRole('button', { name: 'Yes, revoke' }).click();
  await expect(links.getByText('No links yet.')).toBeVisible();
  expect((await request.get(url)).status()).toBe(404);

  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
  await sessions.getByRole('button', { name: 'Yes, sign out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
  const profile = await request.get('/api/protected/dashboard', {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(profile.status()).toBe(401);
});

test('says what could not be loaded and tries again', async ({ page, signedIn: _signedIn }) => {
  let isAway = true;
  await page.route('**/api/shares', (route) =>
    isAway ? route.fulfill({ status: 400, json: { error: 'no' } }) : route.continue(),
  );
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/dashboard');
  const links = page.getByRole('region', { name: 'Your links' });
  await expect(links.getByRole('alert')).toContainText('We could not load your links.');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  isAway = false;
  await links.getByRole('button', { name: 'Try again' }).click();
  await expect(links.getByRole('listitem').or(links.getByText('No links yet.')).first()).toBeVisible();
});

test('lists deliveries and sends one again', async ({ page, files, request, signedIn }) => {
  const sent = await request.post('/api/compress', {
    headers: { Authorization: `Bearer ${signedIn}`, Prefer: 'respond-async' },
    multipart: { webhook: 'https://hooks.invalid/a-secret-path', file: createReadStream(files.png) },
  });
  expect(sent.status()).toBe(202);
  const { id } = (await sent.json()) as { id: string };
  await page.goto('/dashboard');
  const deliveries = page.getByRole('region', { name: 'Deliveries' });
  const rows = deliveries.getByRole('listitem').filter({ hasText: id });
  await expect(async () => {
    await page.reload();
    await expect(rows).toContainText('Still trying', { timeout: 10_000 });
  }).toPass();
  await expect(rows).toContainText('hooks.invalid');
  await expect(deliveries).not.toContainText('a-secret-path');
  await rows.getByRole('button', { name: 'Send again' }).click();
  await expectToast(page, 'Sent again');
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
});
