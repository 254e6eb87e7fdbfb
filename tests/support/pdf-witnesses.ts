import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Raster } from '#engine/base/raster.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

/** Programs that draw PDFs and share no code with us or PDFium: how each draws all pages of a file into a folder. */
const WITNESSES = {
  gs: (dpi: number) => [
    '-q',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=ppmraw',
    `-r${dpi}`,
    '-o',
    'page-%03d.ppm',
    'file.pdf',
  ],
  mutool: (dpi: number) => ['draw', '-q', '-r', `${dpi}`, '-F', 'ppm', '-o', 'page-%03d.ppm', 'file.pdf'],
  pdftoppm: (dpi: number) => ['-r', `${dpi}`, 'file.pdf', 'page'],
};
export type PdfWitness = keyof typeof WITNESSES;
export const PDF_WITNESSES = Object.keys(WITNESSES) as PdfWitness[];

export interface Witnessed {
  readonly pages: readonly Raster[];
  /** All that it wrote about the file. */
  readonly complaints: string;
}

/** Draws all pages of a document by another program. One that ends with an error has drawn what it could. */
export async function drawnBy(witness: PdfWitness, pdf: Uint8Array, dpi = 72): Promise<Witnessed> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file.pdf'), pdf);
  const { stdout, stderr } = await promisify(execFile)(witness, WITNESSES[witness](dpi), {
    cwd: folder,
  }).catch((error: { stdout: string; stderr: string }) => error);
  const names = readdirSync(folder).filter((name) => name.endsWith('.ppm'));
  // Debian's MuPDF says of itself that it was built without colour management.
  const complaints = `${stdout}${stderr}`.replace('warning: ICC support is not available\n', '');
  return { pages: names.sort().map((name) => readPpm(readFileSync(join(folder, name)))), complaints };
}

/** The plates of a document's first page by the names of their inks, as Ghostscript separates them; 0 is paper, 255 full ink. */
export async function platesOf(pdf: Uint8Array, dpi: number): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file.pdf'), pdf);
  const device = ['-sDEVICE=tiffsep', `-r${dpi}`, '-dUseCropBox', '-dLastPage=1', '-o', 'page.tif'];
  const options = ['-q', '-dBATCH', '-dNOPAUSE', ...device, 'file.pdf'];
  await promisify(execFile)('gs', options, { cwd: folder });
  const plates = readdirSync(folder).flatMap((name) => {
    const ink = /^page\((.+)\)\.tif$/.exec(name)?.[1];
    return ink === undefined ? [] : [[ink, name] as const];
  });
  const { image } = createNativeCodecs();
  const read = async (name: string): Promise<Uint8Array> => {
    const { data } = await image.decode(new Uint8Array(readFileSync(join(folder, name))));
    return data.map((value) => 255 - value);
  };
  return new Map(await Promise.all(plates.map(async ([ink, name]) => [ink, await read(name)] as const)));
}

/** A picture of "P6" with 8 bits a sample. */
function readPpm(file: Uint8Array): Raster {
  const header = /^P6\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(
    Buffer.from(file.subarray(0, 200)).toString('latin1'),
  );
  if (!header) throw new Error('expected a picture of P6');
  const [width, height] = [Number(header[1]), Number(header[2])];
  return { width, height, channels: 3, space: 'rgb', data: new Uint8Array(file.subarray(header[0].length)) };
}
