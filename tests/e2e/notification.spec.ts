import { openChromium } from './support/other-browsers.ts';
import { expect, test } from './support/test.ts';

test('tells the end of a list by one notification of the system while the page is not looked at', async ({
  files,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const page = await openChromium();
  try {
    await page.allowNotifications(origin);
    await page.goto(`${origin}/compress`);
    // Those that the system has shown: it tells the page of each.
    await page.run(`
      window.shownTitles = [];
      window.Notification = class extends Notification {
        constructor(title, options) {
          super(title, options);
          this.onshow = () => window.shownTitles.push(title);
        }
      };`);
    const titles = () => page.run<string[]>('return window.shownTitles');
    await page.choose('#file-input', [files.png]);
    await expect.poll(() => page.run('return document.body.innerText')).toContain('Compress Another File');
    expect(await titles()).toEqual([]);
    const tab = await page.openTab();
    await expect.poll(() => page.run('return document.visibilityState')).toBe('hidden');
    await page.choose('#add-files', [files.webp, files.damaged]);
    await expect.poll(titles).toEqual(['Some of your files are ready']);
    await tab.closeTab();
  } finally {
    await page.close();
  }
});
