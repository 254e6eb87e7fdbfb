import type { Page } from '@playwright/test';
import { allFinished, expect, listens, select, test } from './support/test.ts';

/** Notes what live regions say, in order; a toast counts once, however often it is drawn. */
async function noteAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    const known = new WeakSet<Element>();
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[aria-live=polite] [data-sonner-toast]')) {
        const title = toast.querySelector('[data-title]')?.textContent;
        if (!title || known.has(toast)) continue;
        known.add(toast);
        said.push(title);
      }
    }).observe(document, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

const CONTROLS: ReadonlySet<string> = new Set(['button', 'link', 'slider', 'radio', 'checkbox', 'textbox']);

/** Controls of the accessibility tree that have no name, or a description that repeats a part of it. */
async function badlyNamed(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  const text = (value: { value?: unknown } | undefined) =>
    typeof value?.value === 'string' ? value.value : '';
  const controls = nodes.filter(({ ignored, role }) => !ignored && CONTROLS.has(text(role)));
  expect(controls.length).toBeGreaterThan(5);
  return controls.flatMap(({ role, name, description }) => {
    const [named, described] = [text(name), text(description)];
    const isTwice = described !== '' && named.includes(described);
    return named === '' || isTwice ? [`${text(role)} "${named}" (${described})`] : [];
  });
}

test('says what becomes of three files once and in order, and names every control once', async ({
  page,
  files,
}) => {
  const announcements = await noteAnnouncements(page);
  await page.goto('/compress');
  await listens(page);
  expect(await badlyNamed(page)).toEqual([]);
  await select(page, [files.png, files.webp, files.damaged]);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await allFinished(page);
  await expect
    .poll(async () => (await announcements()).filter((title) => title !== 'Almost Done'))
    .toEqual(['Compression Complete! (2 files)', 'Compression Notice (damaged.pdf)']);
  expect(await badlyNamed(page)).toEqual([]);
  await page.getByRole('button', { name: 'Compare chart.png', exact: true }).press('Enter');
  await expect(page.getByRole('slider', { name: /Divider/ })).toBeFocused();
  expect(await badlyNamed(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Compare chart.png', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Remove damaged.pdf' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'poster.webp' })).toBeFocused();
});
