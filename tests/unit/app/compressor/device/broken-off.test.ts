// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';

const file = new File(['x'], 'plan.png', { lastModified: 1 });

afterEach(() => sessionStorage.clear());

/** The page as it begins anew, with what the tab remembers. */
async function nextPage() {
  vi.resetModules();
  return (await import('~/compressor/device/broken-off.ts')).beginOnDevice;
}

it('does not begin again by itself what broke off the page before, and says so once', async () => {
  expect((await nextPage())(file)).not.toBeNull();
  const begin = await nextPage();
  expect(begin(file)).toBeNull();
  expect(begin(file)).not.toBeNull();
});

it('begins again what ended, and what a page was left with', async () => {
  (await nextPage())(file)!();
  const begin = await nextPage();
  expect(begin(file)).not.toBeNull();
  // The same file twice in one list.
  expect(begin(file)).not.toBeNull();
  window.dispatchEvent(new Event('pagehide'));
  expect((await nextPage())(file)).not.toBeNull();
});
