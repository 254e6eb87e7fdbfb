import { anymapHeader } from '../anymap-header.ts';
import { outputOf } from '../run-program.ts';
import type { Grey } from './ms-ssim.ts';

/** Pages that are looked at. */
const PAGES = 6;

/** The first pages of a PDF in grey, drawn by Poppler. @param dpi dots an inch */
export async function drawPages(path: string, dpi: number): Promise<Grey[]> {
  const output = await outputOf('pdftoppm', ['-gray', '-r', String(dpi), '-l', String(PAGES), path]);
  const pages: Grey[] = [];
  for (let at = 0; at < output.length;) {
    const header = anymapHeader(output, at);
    if (header?.depth !== 1 || header.maximum !== 255)
      throw new Error('Expected a grey anymap from pdftoppm');
    const { width, height, start } = header;
    pages.push({ width, height, data: Float32Array.from(output.subarray(start, start + width * height)) });
    at = start + width * height;
  }
  return pages;
}
