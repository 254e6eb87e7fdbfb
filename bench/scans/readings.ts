import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outputOf } from '../run-program.ts';
import { countWords } from './texts.ts';

/** How a page is drawn and read. */
export interface Sight {
  readonly dpi: number;
  /** Of Tesseract (`-l`, `--psm`). */
  readonly language: string;
  readonly layout: number;
}

/** What Tesseract reads on a page of a PDF that Poppler draws. A page that was read before is remembered in the folder. */
export async function readPage(
  pdf: string,
  page: number,
  { dpi, language, layout }: Sight,
  folder: string,
): Promise<Map<string, number>> {
  const number = String(page);
  const png = await outputOf('pdftoppm', [
    '-cropbox',
    '-r',
    String(dpi),
    '-f',
    number,
    '-l',
    number,
    '-png',
    pdf,
  ]);
  const hash = createHash('sha256').update(png).update(`${language} ${layout}`).digest('hex').slice(0, 16);
  const [picture, text] = [join(folder, `${hash}.png`), join(folder, `${hash}.txt`)];
  if (!existsSync(text)) {
    await writeFile(picture, png);
    const options = ['-l', language, '--psm', String(layout), '--dpi', String(dpi)];
    // Threads of Tesseract wait for each other longer than they work.
    await writeFile(
      text,
      await outputOf('env', ['OMP_THREAD_LIMIT=1', 'tesseract', picture, '-', ...options]),
    );
  }
  return countWords(await readFile(text, 'utf8'));
}

/** Words by how often both readings have them. */
export function inBoth(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...a].map(([word, count]) => [word, Math.min(count, b.get(word) ?? 0)]));
}

/** Words by how often one of two readings has them. */
export function inEither(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map([...b, ...a].map(([word, count]) => [word, Math.max(count, b.get(word) ?? 0)]));
}

/** Words of a page that were read before and after. */
export interface Comparison {
  readonly words: number;
  readonly read: number;
  /** Words that only the source, or only the result, is read with. */
  readonly lost: readonly string[];
  readonly won: readonly string[];
}

/** @param truth what stands on the page */
export function compareReadings(
  truth: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Comparison {
  let [words, read] = [0, 0];
  const [lost, won]: [string[], string[]] = [[], []];
  for (const [word, count] of truth) {
    const was = Math.min(count, before.get(word) ?? 0);
    const is = Math.min(count, after.get(word) ?? 0);
    words += count;
    read += was;
    const changed = is < was ? lost : won;
    for (let time = Math.abs(is - was); time > 0; time--) changed.push(word);
  }
  return { words, read, lost, won };
}
