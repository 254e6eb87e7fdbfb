import { chooseDeviceIn, expectMadeHere, openThrottledChromium, press } from './support/other-browsers.ts';
import { expect, test } from './support/test.ts';

/** Each of them waited for timers once its result was there: a minute each in a tab that has been hidden for long. */
const COPIES = 8;

test('finishes its files in a tab that has long been hidden, in the engine that began', async ({
  files,
  baseURL,
}) => {
  const page = await openThrottledChromium();
  try {
    await chooseDeviceIn(page, baseURL ?? '');
    await page.openTab();
    await expect.poll(() => page.run('return document.visibilityState')).toBe('hidden');
    await page.choose('#file-input', Array<string>(COPIES).fill(files.webp));
    await press(page, `Compress all ${COPIES - 1} too`);
    await expectMadeHere(page, COPIES);
    expect(page.startedWorkers().filter((url) => url.includes('engine-worker'))).toHaveLength(1);
  } finally {
    await page.close();
  }
});
