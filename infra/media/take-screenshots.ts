/**
 * Takes the pictures that an install dialogue shows into `public/screenshots`, from the running product.
 *
 *   npm start                                                   # in another terminal
 *   node infra/media/take-screenshots.ts http://localhost:3000
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { signIn } from './sign-in.ts';

const [base = 'http://localhost:3000'] = process.argv.slice(2);
const output = fileURLToPath(new URL('../../public/screenshots/', import.meta.url));
/** Sizes as `app/pwa/install-manifest.ts` names them. */
const LOOKS = [
  { name: 'wide', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  { name: 'narrow', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
] as const;

interface Sample {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Files worth compressing, made from the site itself. */
async function makeSamples(browser: Browser): Promise<Sample[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, deviceScaleFactor: 2 });
  await page.goto(`${base}/about`);
  const photo = await page.screenshot({ type: 'jpeg', quality: 100 });
  await page.goto(`${base}/file-compression-education`);
  const guide = await page.pdf({ format: 'A4' });
  await page.goto(base);
  const picture = await page.screenshot();
  await page.close();
  return [
    { name: 'annual-guide.pdf', mimeType: 'application/pdf', buffer: guide },
    { name: 'poster.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'screenshot.png', mimeType: 'image/png', buffer: picture },
  ];
}

async function takeScreenshots(browser: Browser, samples: readonly Sample[]): Promise<void> {
  for (const { name, ...look } of LOOKS) {
    const context = await browser.newContext({ ...look, reducedMotion: 'reduce', serviceWorkers: 'block' });
    // Signed in, as someone who has installed the app usually is.
    await signIn(context, base);
    const page = await context.newPage();
    const save = async (subject: string) =>
      void (await sharp(await page.screenshot())
        .webp({ quality: 88, effort: 6 })
        .toFile(`${output}${name}-${subject}.webp`));

    await page.goto(base, { waitUntil: 'networkidle' });
    await save('home');
    await page.goto(`${base}/compress`, { waitUntil: 'networkidle' });
    await page.getByLabel('Choose files to compress').setInputFiles([...samples]);
    await page.getByRole('button', { name: 'Compress Another File' }).waitFor({ timeout: 600_000 });
    await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' });
    await page.evaluate(() => window.scrollTo({ top: 0 }));
    await save('compress');
    await context.close();
  }
}

mkdirSync(output, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
await takeScreenshots(browser, await makeSamples(browser));
await browser.close();
console.log(`Took ${LOOKS.length * 2} pictures into public/screenshots.`);
