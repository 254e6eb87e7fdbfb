// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom/server.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { matchingMedia } from '#tests/support/browser-parts.ts';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import { Footer } from '~/components/site/footer.tsx';
import { Header } from '~/components/site/header.tsx';
import { InstallBanner } from '~/components/site/install-banner.tsx';
import { UpdateBanner } from '~/components/site/update-banner.tsx';
import { Hero } from '~/components/home/hero.tsx';
import { startAnalytics } from '~/enhancements/analytics.ts';
import { startFirstPage } from '~/enhancements/first-page.ts';
import { startHeroScroll } from '~/enhancements/hero-scroll.ts';
import { startInstallBanner } from '~/enhancements/install-banner.ts';
import { startLateParts } from '~/enhancements/late-parts.ts';
import { startLiveCount } from '~/enhancements/live-count.ts';
import { startMenu } from '~/enhancements/menu.ts';
import { startReadingProgress } from '~/enhancements/reading-progress.ts';
import { startSessionControls } from '~/enhancements/session-controls.ts';
import { startTutorial } from '~/enhancements/tutorial.ts';
import { startUpdateBanner } from '~/enhancements/update-banner.ts';
import { signIn, signOut } from '~/session/session.ts';
import { PATIENCE_MS } from '../../../../infra/setup/patience.ts';

/** Draws what the server sends; the enhancements find their way by ids and data attributes. */
function draw(element: React.ReactNode): void {
  document.body.innerHTML = renderToStaticMarkup(<StaticRouter location="/">{element}</StaticRouter>);
}
function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Expected ${selector} in the page`);
  return found;
}

// Every part adds listeners to the document for good, as in a page; each test has a document without the last ones.
type Listening = [EventTarget, string, EventListenerOrEventListenerObject];
let listening: Listening[] = [];
const addEventListener = EventTarget.prototype.addEventListener;
beforeEach(() => {
  EventTarget.prototype.addEventListener = function add(type, listener, options) {
    if (listener && (this === document || this === window || this === undefined))
      listening.push([this ?? window, type, listener]);
    addEventListener.call(this ?? window, type, listener, options);
  };
});
afterEach(() => {
  EventTarget.prototype.addEventListener = addEventListener;
  for (const [target, type, listener] of listening) target.removeEventListener(type, listener);
  listening = [];
  vi.useRealTimers();
  matchingMedia.clear();
  sessionStorage.clear();
  signOut();
});

describe('the menu of narrow screens', () => {
  beforeEach(() => {
    draw(<Header />);
    startMenu();
  });
  const menu = () => find('#mobile-menu') as HTMLDetailsElement;
  const open = () => (menu().open = true);

  test('closes by a choice, and by Escape with the focus back on its button', () => {
    open();
    fireEvent.click(find('#mobile-menu a'));
    expect(menu().open).toBe(false);
    open();
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(menu().open).toBe(false);
    expect(document.activeElement).toBe(find('#mobile-menu summary'));
  });

  test('is closed when the page comes back from the memory of the browser', () => {
    open();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(menu().open).toBe(false);
  });
});

test('says on the root element that it listens, once what it loads for that has started', async () => {
  const { documentElement: root } = document;
  draw(<div data-reading-place />);
  startLateParts();
  await Promise.resolve();
  expect(root.hasAttribute('data-listens')).toBe(false);
  await vi.waitUntil(() => root.hasAttribute('data-listens'), { timeout: PATIENCE_MS });
});

test('says on the root element whether the visitor is signed in', () => {
  draw(<Header />);
  startSessionControls();
  expect(document.documentElement.dataset['session']).toBe('signed-out');
  signIn('token');
  expect(document.documentElement.dataset['session']).toBe('signed-in');
  fireEvent.click(find('[data-sign-out]'));
  expect(document.documentElement.dataset['session']).toBe('signed-out');
});

describe('visitor statistics', () => {
  afterEach(() => {
    delete window.dataLayer;
    delete window.gtag;
    delete document.body.dataset['analyticsId'];
  });

  test('load nothing and record nothing without an id', () => {
    draw(<Footer />);
    startAnalytics();
    fireEvent.click(find('a[data-footer-link]'));
    expect(document.querySelector('script')).toBeNull();
    expect(window.dataLayer).toBeUndefined();
  });

  test('record clicks on the links of the footer', () => {
    draw(<Footer />);
    document.body.dataset['analyticsId'] = 'G-1';
    startAnalytics();
    fireEvent.click(find('a[data-footer-link]'));
    expect(document.querySelector('script')?.src).toBe('https://www.googletagmanager.com/gtag/js?id=G-1');
    const commands = (window.dataLayer ?? []).map((each) => [...(each as IArguments)] as unknown[]);
    expect(commands.at(-1)).toEqual([
      'event',
      'footer_link_click',
      { path: '/compress-pdf-online', label: 'Compress PDF Online' },
    ]);
  });
});

test('scrolls to the hero when the address or a link of this page asks for it', async () => {
  document.body.innerHTML = '<a href="/#hero">Up</a><a href="/other#hero">Other</a><div id="hero"></div>';
  const scrolled: unknown[] = [];
  find('#hero').scrollIntoView = (options) => scrolled.push(options);
  startHeroScroll();
  const next = () => new Promise((resolve) => setTimeout(resolve, 5));
  await next();
  expect(scrolled).toEqual([]);
  fireEvent.click(find('a'));
  await next();
  expect(window.location.hash).toBe('#hero');
  matchingMedia.add('(prefers-reduced-motion: reduce)');
  fireEvent.click(find('a'));
  await next();
  fireEvent.click(find('a'), { ctrlKey: true });
  await next();
  expect(scrolled).toEqual([{ behavior: 'smooth' }, { behavior: 'auto' }]);
  window.history.replaceState(null, '', '/');
});

test('lets the reading line grow with the page', () => {
  document.body.innerHTML = '<div data-reading-progress></div>';
  Object.defineProperty(document.documentElement, 'scrollHeight', {
    value: window.innerHeight + 1_000,
    configurable: true,
  });
  startReadingProgress();
  expect(find('[data-reading-progress]').style.transform).toBe('scaleX(0)');
  Object.defineProperty(window, 'scrollY', { value: 250, configurable: true });
  window.dispatchEvent(new Event('scroll'));
  expect(find('[data-reading-progress]').style.transform).toBe('scaleX(0.25)');
});

test('starts the tutorial by the button on its poster', () => {
  document.body.innerHTML =
    '<div data-tutorial><video controls></video><button data-play hidden></button></div>';
  const video = find('video') as HTMLVideoElement;
  video.play = () => Promise.reject(new DOMException('Ask again.', 'NotAllowedError'));
  startTutorial();
  expect([video.controls, find('[data-play]').hidden]).toEqual([false, false]);
  fireEvent.click(find('[data-play]'));
  expect([video.controls, find('[data-play]').hidden]).toEqual([true, true]);
});

describe('the install banner', () => {
  const hidden = () => find('#install-banner').hasAttribute('hidden');
  const prompt = (outcome: string) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve(),
      userChoice: Promise.resolve({ outcome }),
    });
    window.dispatchEvent(event);
  };
  beforeEach(() => draw(<InstallBanner />));

  test('appears two seconds after the manifest was found', async () => {
    vi.useFakeTimers();
    answerFetch({ 'GET /manifest.json': () => Response.json({}) });
    startInstallBanner();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(hidden()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(hidden()).toBe(false);
  });

  test('stays hidden without a manifest, with a word in the console', async () => {
    const { warn } = console;
    const warned: unknown[] = [];
    console.warn = (...words: unknown[]) => warned.push(words[0]);
    answerFetch({ 'GET /manifest.json': () => new Response(null, { status: 503 }) });
    startInstallBanner();
    await vi.waitUntil(() => warned.length > 0, { timeout: PATIENCE_MS });
    console.warn = warn;
    expect(warned).toEqual(['The install manifest could not be reached:']);
    expect(hidden()).toBe(true);
  });

  test('asks the browser to install, and goes when that is accepted', async () => {
    answerFetch({ 'GET /manifest.json': () => new Promise<Response>(() => {}) });
    startInstallBanner();
    prompt('dismissed');
    expect(hidden()).toBe(false);
    fireEvent.click(find('[data-install="accept"]'));
    await Promise.resolve();
    expect(hidden()).toBe(false);
    prompt('accepted');
    fireEvent.click(find('[data-install="accept"]'));
    await vi.waitUntil(hidden, { timeout: PATIENCE_MS });
  });

  test('gives instructions where the browser has no prompt, and goes three seconds later', () => {
    vi.useFakeTimers();
    answerFetch({ 'GET /manifest.json': () => new Promise<Response>(() => {}) });
    const alerts: string[] = [];
    window.alert = (text) => alerts.push(String(text));
    startInstallBanner();
    find('#install-banner').removeAttribute('hidden');
    fireEvent.click(find('[data-install="accept"]'));
    expect(alerts[0]).toContain('To install:');
    vi.advanceTimersByTime(3_000);
    expect(hidden()).toBe(true);
  });

  test('does not come back after it was dismissed, nor inside the installed app', () => {
    answerFetch({ 'GET /manifest.json': () => new Promise<Response>(() => {}) });
    startInstallBanner();
    prompt('accepted');
    fireEvent.click(find('[data-install="dismiss"]'));
    expect(hidden()).toBe(true);
    prompt('accepted');
    expect(hidden()).toBe(true);
    sessionStorage.clear();
    draw(<InstallBanner />);
    matchingMedia.add('(display-mode: standalone)');
    const before = listening.length;
    startInstallBanner();
    expect(listening).toHaveLength(before);
  });
});

test('leaves the update banner hidden until there is a new version', () => {
  draw(<UpdateBanner />);
  startUpdateBanner();
  expect(find('#update-banner').hidden).toBe(true);
  find('#update-banner').hidden = false;
  fireEvent.click(find('[data-update="later"]'));
  expect(find('#update-banner').hidden).toBe(true);
  expect(sessionStorage.getItem('updateLater')).toBe('yes');
});

describe('the live count', () => {
  test('replaces the claim by what this server has counted', async () => {
    draw(<Hero />);
    answerFetch({ 'GET /api/stats': () => Response.json({ compressedCount: 12_345 }) });
    startLiveCount();
    await vi.waitUntil(() => find('[data-live-count]').dataset['liveCount'] === 'known', {
      timeout: PATIENCE_MS,
    });
    expect(find('[data-live-count]').textContent).toContain(
      '12,345 files compressed on this server, counted live',
    );
    window.dispatchEvent(new Event('pagehide'));
  });

  test.each([
    ['the server cannot be reached', {}],
    ['its count is below the claim', { 'GET /api/stats': () => Response.json({ compressedCount: 1_234 }) }],
  ])('leaves the claim while %s', async (_why, answers) => {
    draw(<Hero />);
    const requests = answerFetch(answers);
    startLiveCount();
    await vi.waitUntil(() => requests.length > 0, { timeout: PATIENCE_MS });
    await new Promise((resolve) => setTimeout(resolve));
    expect(find('[data-live-count]').dataset['liveCount']).toBe('');
    window.dispatchEvent(new Event('pagehide'));
  });
});

test('leaves a sheet where the first page of a shared PDF cannot be drawn', async () => {
  draw(<div data-first-page="/s/ended/file?look">PDF</div>);
  const requests = answerFetch({ 'GET /s/ended/file': () => new Response('', { status: 404 }) });
  startFirstPage();
  await vi.waitUntil(() => requests.length > 0, { timeout: PATIENCE_MS });
  await new Promise((resolve) => setTimeout(resolve));
  expect(find('[data-first-page]').textContent).toBe('PDF');
});
