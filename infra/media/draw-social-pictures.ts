/**
 * Draws the pictures that shared links show (1200 by 630) into `public/social`: title, cover and weight bar of each page, on
 * the home page's its comparison,
 * in the site's own fonts. Needs the running site and Chromium:
 *
 *   npm start                                                   # in another terminal
 *   node infra/media/draw-social-pictures.ts http://localhost:3000 [/usr/bin/chromium]
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { blogLinks, toolLinks } from '../../app/content/navigation.ts';

const [base = 'http://localhost:3000', browserPath = '/usr/bin/chromium'] = process.argv.slice(2);
const directory = fileURLToPath(new URL('../../public/social/', import.meta.url));

/** Rebuilds the page as a card out of its own title, cover and mark. Runs in the page. */
function showAsCard(): void {
  const pick = (selector: string) => document.querySelector(selector)?.outerHTML ?? '';
  const title = document.querySelector('h1')?.textContent ?? '';
  const tagline = document.querySelector('footer p')?.textContent ?? '';
  const card = document.createElement('div');
  card.innerHTML = `
    <style>
      .card { display: grid; grid-template-columns: 1fr 470px; gap: 40px; width: 1200px; height: 630px; padding: 64px 64px 56px 72px; background: var(--ground); color: var(--ink) }
      .card .words { display: flex; flex-direction: column; justify-content: space-between }
      .card .mark { transform: scale(1.7); transform-origin: left top; height: 50px }
      .card h1 { font-size: 66px; line-height: 1.06; letter-spacing: -0.025em; margin: 0 }
      .card .tagline { font-size: 26px; color: var(--quiet) }
      .card .art { display: grid; place-items: center }
      .card .art figure { width: 470px }
      .card .art figcaption p:last-child { display: none }
      .card .art svg { width: 470px; max-width: none; max-height: 520px; height: auto }
    </style>
    <div class="card">
      <div class="words"><div class="mark">${pick('header a span')}</div><h1></h1><div class="tagline"></div></div>
      <div class="art">${pick('#hero [data-cover]') || pick('#hero figure')}</div>
    </div>`;
  const heading = card.querySelector('h1');
  if (heading) heading.textContent = title;
  const line = card.querySelector('.tagline');
  if (line) line.textContent = tagline;
  document.body.replaceChildren(card);
}

/** @param colours 64 for drawings, 256 where the card shows a photograph */
async function draw(page: Page, path: string, name: string, colours = 64): Promise<void> {
  await page.goto(base + path);
  await page.evaluate(showAsCard);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() =>
    Promise.all([...document.images].filter(({ src }) => src).map((image) => image.decode())),
  );
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 1200, height: 630 } });
  await sharp(picture).png({ palette: true, colours, effort: 10 }).toFile(`${directory}${name}.png`);
}

await mkdir(directory, { recursive: true });
const browser = await chromium.launch({
  executablePath: browserPath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
// Without scripts nothing puts the page back while it is being rearranged; evaluate still works.
const context = await browser.newContext({
  viewport: { width: 1200, height: 630 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  javaScriptEnabled: false,
});
const page = await context.newPage();
await draw(page, '/', 'site', 256);
for (const { to } of [...toolLinks, ...blogLinks]) await draw(page, to, to.split('/').at(-1) ?? 'site');
await browser.close();
console.log(`Drew ${1 + toolLinks.length + blogLinks.length} pictures into public/social.`);
