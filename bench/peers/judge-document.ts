import { readFile } from 'node:fs/promises';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { inventoryOf, type Inventory } from '../pdf-inventory.ts';
import { outputOf } from '../run-program.ts';
import { drawPages } from './drawn-pages.ts';
import { judgePages } from './judge-pages.ts';
import { FLOORS, withFloor, type Verdict } from './verdict.ts';

const DPI = 100;
/** Words that extraction may give otherwise, for ligatures and hyphens read in another order. */
const WORDS_KEPT = 0.999;

/**
 * Judges a PDF: its first pages drawn by Poppler, the words that Poppler extracts, and what its structure holds (links,
 * forms, tags, outlines, layers, attachments), counted.
 */
export async function judgeDocument(source: string, result: string): Promise<Verdict> {
  const [before, after] = [await drawPages(source, DPI), await drawPages(result, DPI)];
  const { quality, losses } = judgePages(before, after, 'page');
  const words = await wordsKept(source, result);
  if (words < WORDS_KEPT) return { quality, losses: [...losses, `words ${(100 * words).toFixed(1)} %`] };
  const missing = await missingFeatures(source, result);
  return withFloor({ quality, losses: [...losses, ...missing] }, FLOORS.page);
}

async function wordsKept(source: string, result: string): Promise<number> {
  const [before, after] = [await wordsOf(source), await wordsOf(result)];
  const left = new Map<string, number>();
  for (const word of after) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of before) {
    const count = left.get(word) ?? 0;
    if (count > 0) found += 1;
    left.set(word, count - 1);
  }
  return before.length + after.length === 0 ? 1 : (2 * found) / (before.length + after.length);
}

async function wordsOf(path: string): Promise<string[]> {
  const text = (await outputOf('pdftotext', ['-q', path, '-'])).toString('utf8');
  return text.split(/\s+/).filter((word) => word !== '');
}

async function missingFeatures(source: string, result: string): Promise<string[]> {
  const codecs = createNativeCodecs();
  const [before, after] = [
    await inventoryOf(await readFile(source), codecs),
    await inventoryOf(await readFile(result), codecs),
  ];
  return (Object.keys(before) as (keyof Inventory)[])
    .filter((feature) => after[feature] < before[feature])
    .map((feature) => `${feature} ${before[feature]} → ${after[feature]}`);
}
