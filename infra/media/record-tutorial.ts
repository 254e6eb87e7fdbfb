/**
 * Records the tutorial of the home page from the running product: a real selection, real compression, real numbers.
 * Writes video, poster and captions into `public/media`. Needs Chromium, ffmpeg and the running site:
 *
 *   npm start                                                 # in another terminal
 *   node infra/media/record-tutorial.ts http://localhost:3000
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';

const [base = 'http://localhost:3000', executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const output = fileURLToPath(new URL('../../public/media/', import.meta.url));
const size = { width: 1280, height: 720 };

interface Frame {
  readonly file: string;
  readonly seconds: number;
}
interface Caption {
  readonly seconds: number;
  readonly text: string;
}

/** Collects frames as the browser paints them, and captions as the script speaks them. */
class Recording {
  readonly frames: Frame[] = [];
  readonly captions: Caption[] = [];
  private start = 0;
  private end = 0;
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async begin(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    this.start = Date.now();
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      const file = join(this.folder, `${this.frames.length}.png`);
      writeFileSync(file, Buffer.from(data, 'base64'));
      this.frames.push({ file, seconds: (Date.now() - this.start) / 1000 });
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {
        // The page has closed: there is nothing left to acknowledge.
      });
    });
    await session.send('Page.startScreencast', {
      format: 'png',
      maxWidth: size.width,
      maxHeight: size.height,
    });
  }

  say(text: string): void {
    this.captions.push({ seconds: (Date.now() - this.start) / 1000, text });
  }

  finish(): void {
    this.end = Date.now();
  }

  /** Seconds from begin to finish. */
  get length(): number {
    return (this.end - this.start) / 1000;
  }
}

/** Files worth compressing, made from the site itself: two pictures of pages and a printed guide. */
async function makeFiles(browser: Browser, folder: string): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, deviceScaleFactor: 2 });
  const files = ['home.jpg', 'poster.jpg', 'guide.pdf'].map((name) => join(folder, name));
  const [home = '', poster = '', guide = ''] = files;
  await page.goto(base);
  await page.screenshot({ path: home, type: 'jpeg', quality: 100 });
  await page.goto(`${base}/about`);
  await page.screenshot({ path: poster, type: 'jpeg', quality: 100 });
  await page.goto(`${base}/file-compression-education`);
  await page.pdf({ path: guide, format: 'A4' });
  await page.close();
  return files;
}

/** A dot that follows the pointer, since a page's recording does not hold it. Runs in the page. */
function showPointer(): void {
  addEventListener('DOMContentLoaded', () => {
    const dot = document.createElement('div');
    dot.style.cssText =
      'position:fixed;z-index:9999;left:-30px;top:-30px;width:22px;height:22px;border-radius:50%;' +
      'background:rgb(28 25 23 / .35);border:2px solid #fff;pointer-events:none;transform:translate(-50%,-50%)';
    document.body.append(dot);
    addEventListener('mousemove', (event) => {
      dot.style.left = `${event.clientX}px`;
      dot.style.top = `${event.clientY}px`;
    });
  });
}

async function signIn(page: Page): Promise<void> {
  const identity = await page.request.post(`${base}/dev/identity`, {
    data: { email: 'ama@example.com', name: 'Ama Owusu' },
  });
  const answer = await page.request.post(`${base}/api/auth/google`, { data: await identity.json() });
  const { token } = (await answer.json()) as { token: string };
  await page.addInitScript((jwt) => localStorage.setItem('jwt', jwt), token);
}

/** The banner appears some seconds after the page, where the browser can install it; it would hide the heading. */
async function dismissInstallBanner(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: /dismiss/i });
  await dismiss.click({ timeout: 5_000 }).catch(() => {
    // This browser offers no installation: there is nothing to dismiss.
  });
}

async function perform(page: Page, recording: Recording, files: string[]): Promise<void> {
  await page.goto(`${base}/compress`);
  await page.waitForLoadState('networkidle');
  await dismissInstallBanner(page);
  await page.mouse.move(900, 640);
  await recording.begin(page);
  recording.say('Drop up to ten files, or click to browse.');
  await page.waitForTimeout(1_200);
  await page.mouse.move(640, 420, { steps: 30 });
  await page.waitForTimeout(1_000);
  await page.getByLabel('Choose files to compress').setInputFiles(files);
  recording.say('Compression starts at once, file by file.');
  await page.getByRole('button', { name: 'Compress Another File' }).waitFor({ timeout: 120_000 });
  recording.say('Every card shows the sizes before and after.');
  await page.waitForTimeout(2_500);
  const download = page.getByRole('button', { name: /^Download guide\.pdf/ });
  await download.scrollIntoViewIfNeeded();
  const box = await download.boundingBox();
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 30 });
  recording.say('Signed in, download each file, or all of them together.');
  await page.waitForTimeout(800);
  await download.click();
  await page.waitForTimeout(2_500);
  const all = page.getByRole('button', { name: 'Download All Compressed Files' });
  await all.scrollIntoViewIfNeeded();
  await all.hover();
  await page.waitForTimeout(3_000);
}

function encode(recording: Recording, folder: string): void {
  const list = recording.frames.map((frame, index) => {
    const until = recording.frames[index + 1]?.seconds ?? recording.length;
    return `file '${frame.file}'\nduration ${Math.max(0.01, until - frame.seconds).toFixed(3)}`;
  });
  const script = join(folder, 'frames.txt');
  // The last file is named twice: its duration counts only then (ffmpeg, "concat demuxer").
  writeFileSync(script, `${list.join('\n')}\nfile '${recording.frames.at(-1)?.file}'\n`);
  const input = ['-y', '-v', 'error', '-f', 'concat', '-safe', '0', '-i', script];
  const picture = ['-vf', `fps=15,scale=${size.width}:${size.height}`, '-pix_fmt', 'yuv420p', '-an'];
  const run = (...options: string[]) =>
    execFileSync('ffmpeg', [...input, ...picture, ...options], { stdio: 'inherit' });
  run(
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '36',
    '-b:v',
    '0',
    '-cpu-used',
    '5',
    '-row-mt',
    '1',
    join(output, 'tutorial.webm'),
  );
  run(
    '-c:v',
    'libx264',
    '-crf',
    '27',
    '-preset',
    'slow',
    '-movflags',
    '+faststart',
    join(output, 'tutorial.mp4'),
  );
}

function captionFile(recording: Recording): string {
  const stamp = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
  const cues = recording.captions.map((caption, index) => {
    const until = recording.captions[index + 1]?.seconds ?? recording.length;
    return `${stamp(caption.seconds)} --> ${stamp(until)}\n${caption.text}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
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
  await signIn(page);
  const recording = new Recording(folder);
  await perform(page, recording, files);
  recording.finish();
  await context.close();
  encode(recording, folder);
  writeFileSync(join(output, 'tutorial.vtt'), captionFile(recording));
  // The poster shows the result rather than the empty page.
  const result = recording.captions.at(-1)?.seconds ?? 0;
  const poster = recording.frames.findLast((frame) => frame.seconds <= result)?.file;
  await sharp(poster).webp({ quality: 82 }).toFile(join(output, 'tutorial-poster.webp'));
  console.log(
    `Recorded ${recording.length.toFixed(1)} s in ${recording.frames.length} frames into public/media.`,
  );
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
