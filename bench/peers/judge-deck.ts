import { mkdtemp, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { outputOf } from '../run-program.ts';
import { drawPages } from './drawn-pages.ts';
import { judgePages } from './judge-pages.ts';
import type { Grey } from './ms-ssim.ts';
import { FLOORS, withFloor, type Verdict } from './verdict.ts';

/** A slide of 10 by 5.6 inches becomes 960 by 540 pixels. */
const DPI = 96;
/** Parts that a deck must have as many of as before. */
const COUNTED = {
  slides: /^ppt\/slides\/slide\d+\.xml$/,
  notes: /^ppt\/notesSlides\//,
  comments: /^ppt\/comments\//,
  charts: /^ppt\/charts\/chart\d+\.xml$/,
  'films and sounds': /^ppt\/media\/.*\.(mp4|m4v|mov|avi|wmv|mp3|m4a|wav|wma)$/i,
} as const;

/** Judges a deck: slides drawn by LibreOffice, and the parts that it holds, counted. */
export async function judgeDeck(source: string, result: string): Promise<Verdict> {
  const missing = await missingParts(source, result);
  const { quality, losses } = judgePages(await slidesOf(source), await slidesOf(result), 'slide');
  return withFloor({ quality, losses: [...losses, ...missing] }, FLOORS.slide);
}

async function missingParts(source: string, result: string): Promise<string[]> {
  const [before, after] = [await partsOf(source), await partsOf(result)];
  const count = (names: readonly string[], form: RegExp) => names.filter((name) => form.test(name)).length;
  return Object.entries(COUNTED)
    .map(([what, form]) => ({ what, from: count(before, form), to: count(after, form) }))
    .filter(({ from, to }) => to < from)
    .map(({ what, from, to }) => `${what} ${from} → ${to}`);
}

async function partsOf(path: string): Promise<string[]> {
  return (await outputOf('unzip', ['-Z1', path])).toString('utf8').split('\n');
}

async function slidesOf(path: string): Promise<Grey[]> {
  const folder = await mkdtemp(join(tmpdir(), 'slides-'));
  try {
    await outputOf('soffice', [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      ...['--headless', '--convert-to', 'pdf', '--outdir', folder, path],
    ]);
    return await drawPages(join(folder, `${basename(path, extname(path))}.pdf`), DPI);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
