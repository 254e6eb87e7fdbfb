import { afterEach, expect, it, vi } from 'vitest';
import { isSiteInReach } from '~/compressor/device/site-reach.ts';

afterEach(() => void vi.unstubAllGlobals());

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const answers = (status: number) => () => Promise.resolve(new Response(null, { status }));

it.each([
  ['answers', true, answers(200), true],
  ['hides what was asked for', true, answers(404), true],
  ['is down behind what answers for it', true, answers(502), false],
  ['is not reached, though the browser calls itself online', true, lost, false],
])('knows whether the site is in reach: it %s', async (_how, onLine, fetched, isInReach) => {
  const fetch = vi.fn(fetched);
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('fetch', fetch);
  expect(await isSiteInReach()).toBe(isInReach);
  expect(fetch).toHaveBeenCalledWith('/healthz', expect.objectContaining({ method: 'HEAD' }));
});

it('asks nobody where the browser knows that it is offline', async () => {
  const fetch = vi.fn(lost);
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', fetch);
  expect(await isSiteInReach()).toBe(false);
  expect(fetch).not.toHaveBeenCalled();
});
