import sharp from 'sharp';
import type { Coverage } from './coverage.ts';
import { linesOfText, type Drawing } from './drawings.ts';

export const LATIN = 'Not valid as original, see page 3';

/** A line in each script of Debian's DejaVu fonts. */
const SCRIPTS: Readonly<Record<string, string>> = {
  Latin: LATIN,
  Greek: 'Δεν ισχύει ως πρωτότυπο, σελίδα 3',
  Cyrillic: 'Не является подлинником, страница 3',
  Arabic: 'نسخة غير صالحة كأصل انظر الصفحة',
  Georgian: 'არ არის დედანი, იხილეთ გვერდი',
};

const FAMILIES = ['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono'];

/** Faint text in real fonts; a machine that lacks them draws others. */
export async function textInFonts(): Promise<Drawing[]> {
  const made: Drawing[] = [];
  for (const [script, words] of Object.entries(SCRIPTS))
    for (const family of script === 'Latin' ? FAMILIES : FAMILIES.slice(0, 1)) {
      const line = await inFont(words, family, 13);
      made.push(linesOfText(`${script} in ${family}`, line));
    }
  return made;
}

async function inFont(words: string, family: string, size: number): Promise<Coverage> {
  const [width, height] = [380, size + 6];
  const text = `<text x="2" y="${size}" font-family="${family}" font-size="${size}">${words}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${text}</svg>`;
  const alpha = await sharp(Buffer.from(svg)).ensureAlpha().extractChannel('alpha').raw().toBuffer();
  return { width, height, shares: Float32Array.from(alpha, (value) => value / 255) };
}
