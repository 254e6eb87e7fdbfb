import { expect, type Locator, type Page } from '@playwright/test';

/** What ends the words about how a result was made in the browser. */
export const MADE_HERE = ', on this device';

/** The results that were made in the browser; a row that is still under way says it within other words. */
export function madeHere(page: Page): Locator {
  return page.locator('[data-results]').getByText(MADE_HERE, { exact: true });
}

/** Opens the compress page with the choice "On this device". */
export async function chooseDevice(page: Page): Promise<void> {
  await page.goto('/compress');
  const device = page.getByRole('radio', { name: 'On this device' });
  // Until the page is alive it is not known whether the device can.
  await expect(device).toBeEnabled();
  await device.check({ force: true });
}

/** Path and body of everything that is sent with a body, or could carry a file, from now on. */
export function sentBodies(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (['GET', 'HEAD'].includes(request.method())) return;
    const body = request.postDataBuffer()?.toString('latin1') ?? '';
    sent.push(`${new URL(request.url()).pathname} ${body}`);
  });
  return sent;
}

/** All that may leave a page that compresses on the device: a bare number. */
const A_NUMBER = /^\/api\/stats \{"files":\d+\}$/;

/** Expects that nothing of a file was sent. @param sent of {@link sentBodies} */
export function expectOnlyNumbers(sent: readonly string[]): void {
  for (const line of sent) expect(line).toMatch(A_NUMBER);
}
