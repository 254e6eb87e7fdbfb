import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Raster } from '#engine/base/raster.ts';
import { outputOf } from '../run-program.ts';

/** Letters of 13 px are magnified to what Tesseract was trained on. */
const MAGNIFIED = 3;

/**
 * Words of a text that Tesseract reads in a picture whose contrast is spread over all levels.
 * @param picture RGBA, opaque
 * @param text    as it was drawn, on each of some lines
 * @throws where Tesseract is not installed
 */
export async function wordsRead({ width, height, data }: Raster, text: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-words-'));
  try {
    const path = join(folder, 'picture.png');
    const picture = sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .greyscale();
    await picture
      .resize(width * MAGNIFIED, height * MAGNIFIED, { kernel: 'cubic' })
      .normalise()
      .toFile(path);
    const read = (await outputOf('tesseract', [path, '-', '--psm', '6'])).toString();
    const known = new Set(wordsIn(text));
    return wordsIn(read).filter((word) => known.has(word)).length;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[a-z]{2,}/g) ?? [];
}
