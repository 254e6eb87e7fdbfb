/**
 * Records ten files from the choice to the download on a screen of a phone's size, from the running product, as a film to
 * look at: it is written into the folder named, not into the site. Needs Chromium, ffmpeg and the running site:
 *
 *   npm start                                                               # in another terminal
 *   node infra/media/record-phone.ts http://localhost:3000 /tmp/phone-film
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { Recording, VP9 } from './recording.ts';
import { signIn } from './sign-in.ts';

const [base = 'http://localhost:3000', folder = 'phone-film', executablePath = '/usr/bin/chromium'] =
  process.argv.slice(2);
const size = { width: 390, height: 844 };
const media = fileURLToPath(new URL('../../public/media/', import.meta.url));

/** The three samples of the site, and seven parts of its picture under names as cameras give them. */
async function tenFiles(into: string): Promise<string[]> {
  const parts = Array.from({ length: 7 }, async (_, index) => {
    const path = join(into, `IMG_20250${index + 1}14.${index % 3 === 2 ? 'png' : 'jpg'}`);
    const part = sharp(`${media}feather.jpg`).extract({
      left: index * 60,
      top: index * 30,
      width: 800,
      height: 600,
    });
    await (path.endsWith('png') ? part.png() : part.jpeg({ quality: 95 })).toFile(path);
    return path;
  });
  const samples = ['feather.jpg', 'feather-notes.pdf', 'feather-talk.pptx'].map((name) => media + name);
  return [...samples, ...(await Promise.all(parts))];
}

async function perform(page: Page, recording: Recording, files: readonly string[]): Promise<void> {
  await page.goto(`${base}/compress`, { waitUntil: 'networkidle' });
  await recording.begin(page);
  await page.waitForTimeout(1_000);
  await page.getByLabel('Choose files to compress').setInputFiles([...files]);
  const done = page.getByRole('button', { name: 'Compress Another File' });
  await recording.waitFor(done.waitFor({ timeout: 600_000 }));
  await page.waitForTimeout(1_500);
  for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 20);
  await page.getByRole('button', { name: 'Compare feather.jpg' }).tap();
  await page.getByRole('slider', { name: /Divider/ }).waitFor();
  await page.waitForTimeout(2_000);
  await page.getByRole('button', { name: 'Close the comparison' }).tap();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download All Compressed Files' }).tap();
  await download;
  await page.waitForTimeout(2_000);
}

const samples = mkdtempSync(join(tmpdir(), 'phone-'));
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const context = await browser.newContext({
    viewport: size,
    isMobile: true,
    hasTouch: true,
    acceptDownloads: true,
    serviceWorkers: 'block',
  });
  await signIn(context, base);
  const page = await context.newPage();
  const recording = new Recording(samples, size);
  await perform(page, recording, await tenFiles(samples));
  recording.finish();
  await context.close();
  mkdirSync(folder, { recursive: true });
  recording.encode(...VP9, join(folder, 'ten-files.webm'));
  console.log(`Recorded ${recording.length.toFixed(1)} s into ${folder}/ten-files.webm`);
} finally {
  await browser.close();
  rmSync(samples, { recursive: true });
}
