import type { Grey } from './ms-ssim.ts';
import { runTool } from './run-tool.ts';

/** Pages that are looked at. */
const PAGES = 6;

/** The first pages of a PDF in grey, drawn by Poppler. @param dpi dots an inch */
export async function drawPages(path: string, dpi: number): Promise<Grey[]> {
  const output = await runTool('pdftoppm', ['-gray', '-r', String(dpi), '-l', String(PAGES), path]);
  const pages: Grey[] = [];
  for (let at = 0; at < output.length;) {
    const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(output.toString('latin1', at, at + 60));
    if (!header) throw new Error('Expected a grey anymap from pdftoppm');
    const [width, height] = [Number(header[1]), Number(header[2])];
    const start = at + header[0].length;
    pages.push({ width, height, data: Float32Array.from(output.subarray(start, start + width * height)) });
    at = start + width * height;
  }
  return pages;
}
