/**
 * Records the tutorial of the home page from the running product: a real selection of all five kinds, real compression,
 * real numbers. A busy machine may take its time: waiting is shown at most nine seconds long.
 * Writes video, poster and captions into `public/media`. Needs Chromium, ffmpeg and the running site:
 *
 *   npm start                                                 # in another terminal
 *   node infra/media/record-tutorial.ts http://localhost:3000
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import PptxGenJS from 'pptxgenjs';
import sharp from 'sharp';
import { H264, Recording, VP9 } from './recording.ts';
import { signIn } from './sign-in.ts';

const [base = 'http://localhost:3000', executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const output = fileURLToPath(new URL('../../public/media/', import.meta.url));
const size = { width: 1280, height: 720 };

/** A harbour town in the evening with the grain of a camera, drawn for this film. */
async function scene(width: number, hue: number): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * 2) / 3}" viewBox="0 0 300 200">
    <defs>
      <linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 55% 38%)"/><stop offset=".6" stop-color="hsl(${hue - 180} 70% 70%)"/></linearGradient>
      <linearGradient id="sea" x2="0" y2="1"><stop stop-color="hsl(${hue} 40% 48%)"/><stop offset="1" stop-color="hsl(${hue} 55% 20%)"/></linearGradient>
    </defs>
    <rect width="300" height="200" fill="url(#sky)"/><circle cx="205" cy="96" r="17" fill="#ffe9b8"/>
    <path d="M0 118 40 84l32 22 34-40 48 44 40-26 52 34 54-28v90H0z" fill="hsl(${hue} 25% 34%)"/>
    <path d="M0 130l60-22 70 16 80-20 90 18v40H0z" fill="hsl(${hue} 28% 24%)"/>
    <rect y="134" width="300" height="66" fill="url(#sea)"/>
    ${Array.from({ length: 26 }, (_, row) => `<path d="M${(row * 47) % 300} ${138 + row * 2.3}h${10 + ((row * 13) % 30)}" stroke="#ffe9b8" stroke-opacity=".35"/>`).join('')}
    <path d="M70 166h52l-9 12H79z" fill="#5b1d16"/><path d="M96 164V120l22 40z" fill="#f6efe2"/>
  </svg>`;
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 14 };
  const size = { width, height: Math.round((width * 2) / 3) };
  const noise = await sharp({ create: { ...size, channels: 3, background: '#808080', noise: grain } })
    .png()
    .toBuffer();
  return sharp(Buffer.from(drawing))
    .composite([{ input: noise, blend: 'soft-light' }])
    .removeAlpha()
    .png()
    .toBuffer();
}

/** One file of each kind, made here: drawn scenes, a page of the site, a report and a deck that carry the scenes. */
async function makeFiles(browser: Browser, folder: string): Promise<string[]> {
  const files = ['harbour.jpg', 'report.pdf', 'talk.pptx', 'screenshot.png', 'evening.webp'].map((name) =>
    join(folder, name),
  );
  const [jpeg = '', pdf = '', pptx = '', png = '', webp = ''] = files;
  const encode = async (picture: Buffer) => sharp(picture).jpeg({ quality: 92 }).toBuffer();
  writeFileSync(jpeg, await encode(await scene(2000, 210)));
  const photos = await Promise.all([210, 250, 190].map(async (hue) => encode(await scene(1300, hue))));
  await sharp(await scene(1200, 230))
    .webp({ quality: 92 })
    .toFile(webp);

  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${base}/about`);
  await page.screenshot({ path: png });
  const figures = photos.map((photo) => `<img width="520" src="${dataUrl(photo)}"><p>Harbour at dusk.</p>`);
  await page.setContent(`<h1>A year at the harbour</h1>${figures.join('')}`, { waitUntil: 'load' });
  await page.pdf({ path: pdf, format: 'A4' });
  await page.close();

  // The package is CommonJS: its class is the default export's own default under Node.
  const Deck = ((PptxGenJS as unknown as { default?: typeof PptxGenJS }).default ??
    PptxGenJS) as typeof PptxGenJS;
  const deck = new Deck();
  for (const [index, photo] of photos.entries()) {
    const slide = deck.addSlide();
    slide.addText(`The harbour, ${index + 1}`, { x: 0.5, y: 0.3, w: 8, h: 0.7, fontSize: 28 });
    slide.addImage({ data: dataUrl(photo), x: 0.5, y: 1.2, w: 5.4, h: 3.6 });
  }
  writeFileSync(pptx, (await deck.write({ outputType: 'nodebuffer' })) as Buffer);
  return files;
}

function dataUrl(jpeg: Buffer): string {
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

/** An arrow that follows the pointer, since a page's recording does not hold it. Runs in the page. */
function showPointer(): void {
  addEventListener('DOMContentLoaded', () => {
    const arrow = document.createElement('div');
    arrow.innerHTML =
      '<svg width="26" height="26" viewBox="0 0 26 26"><path d="M4 2v18l5-4.4 3.4 7.4 3.4-1.6-3.4-7.2H20z" ' +
      'fill="#1c1917" stroke="#fff" stroke-width="1.6" stroke-linejoin="round"/></svg>';
    arrow.style.cssText = 'position:fixed;z-index:9999;left:-30px;top:-30px;pointer-events:none';
    arrow.dataset['pointer'] = '';
    document.body.append(arrow);
    addEventListener('mousemove', (event) => {
      arrow.style.left = `${event.clientX - 4}px`;
      arrow.style.top = `${event.clientY - 2}px`;
    });
  });
}

async function perform(page: Page, recording: Recording, files: string[]): Promise<void> {
  await page.goto(`${base}/compress`);
  await page.waitForLoadState('networkidle');
  await page.mouse.move(900, 640);
  await recording.begin(page);
  recording.say('Drop up to ten files, or click to browse.');
  await page.waitForTimeout(1_000);
  await page.mouse.move(290, 410, { steps: 30 });
  await page.waitForTimeout(800);
  await page.getByLabel('Choose files to compress').setInputFiles(files);
  recording.say('Compression starts at once, file by file.');
  const done = page.getByRole('button', { name: 'Compress Another File' });
  await recording.waitFor(done.waitFor({ timeout: 300_000 }));
  await page.mouse.move(640, 560, { steps: 10 });
  recording.say('Every row shows the sizes before and after; the totals add them up.');
  await page.waitForTimeout(3_500);
  const download = page.getByRole('button', { name: /^Download report\.pdf/ });
  const box = await download.boundingBox();
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 25 });
  recording.say('Signed in, download each file, or all of them together.');
  await page.waitForTimeout(600);
  await download.click();
  await page.waitForTimeout(1_800);
  await page.getByRole('button', { name: 'Download All Compressed Files' }).hover();
  await page.waitForTimeout(2_500);
}

function captionFile(recording: Recording): string {
  const stamp = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
  const cues = recording.captions.map((caption, index) => {
    const next = recording.captions[index + 1];
    const until = next ? recording.shownAt(next.seconds) : recording.length;
    return `${stamp(recording.shownAt(caption.seconds))} --> ${stamp(until)}\n${caption.text}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

/** The poster shows the results in order, rather than the empty page or a moment between two. */
async function takePoster(page: Page): Promise<void> {
  await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' });
  await page.mouse.move(5, 5);
  await page.evaluate(() => {
    document.querySelector('[data-pointer]')?.remove();
    window.scrollTo({ top: 0 });
  });
  // It is never shown wider than some 650 px.
  await sharp(await page.screenshot())
    .resize(1024)
    .webp({ quality: 70, effort: 6 })
    .toFile(join(output, 'tutorial-poster.webp'));
}

const folder = mkdtempSync(join(tmpdir(), 'tutorial-'));
mkdirSync(output, { recursive: true });
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const files = await makeFiles(browser, folder);
  const context = await browser.newContext({ viewport: size, colorScheme: 'light', acceptDownloads: true });
  const page = await context.newPage();
  await page.addInitScript(showPointer);
  await signIn(context, base);
  const recording = new Recording(folder, size);
  await perform(page, recording, files);
  recording.finish();
  await takePoster(page);
  await context.close();
  recording.encode(...VP9, join(output, 'tutorial.webm'));
  recording.encode(...H264, join(output, 'tutorial.mp4'));
  writeFileSync(join(output, 'tutorial.vtt'), captionFile(recording));
  console.log(
    `Recorded ${recording.length.toFixed(1)} s in ${recording.frames.length} frames into public/media.`,
  );
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
