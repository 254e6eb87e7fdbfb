import { readFile } from 'node:fs/promises';
import { createGoogle } from './support/google.ts';
import { chooseDevice, madeHere, sentBodies } from './support/on-device.ts';
import { createOwnServer } from './support/own-server.ts';
import { allFinished, expect, expectToast, noteToasts, select, test } from './support/test.ts';

test('comes back from Google to the results of the device, none of which was sent', async ({
  browser,
  files,
}) => {
  const google = createGoogle();
  const server = await createOwnServer(google.env);
  await server.start();
  const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'block' });
  try {
    await context.addInitScript(noteToasts);
    await google.answerIn(context);
    const page = await context.newPage();
    const sent = sentBodies(page);
    await chooseDevice(page);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await select(page, [files.jpeg, files.png]);
    await expect(madeHere(page)).toHaveCount(2);
    await allFinished(page);
    await page.getByRole('button', { name: 'Login to Download lake.jpg' }).click();
    await expect(page).toHaveURL('/login');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page).toHaveURL('/compress');
    await expectToast(page, 'Login Successful', 'Your files are still here.');
    expect((await download).suggestedFilename()).toBe('featherpress_lake.jpg');
    const saved = await readFile(await (await download).path());
    expect(saved.length).toBeLessThan((await readFile(files.jpeg)).length);
    await expect(madeHere(page)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Download chart.png' })).toBeVisible();
    // Still able to go on: the way back led to a page that is isolated again.
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(sent.filter((line) => !/^\/api\/(stats \{"files":\d\}$|auth\/google )/.test(line))).toEqual([]);
  } finally {
    await context.close();
    await server.remove();
  }
});
