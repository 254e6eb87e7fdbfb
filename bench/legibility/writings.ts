import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Raster } from '#engine/base/raster.ts';
import { flateOf, picturePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { outputOf } from '../run-program.ts';

/** How a drawing is handed in, and how another program than ours reads what comes back. */
export interface Writing {
  readonly write: (drawing: Raster) => Promise<Uint8Array>;
  /** RGBA. */
  readonly read: (file: Uint8Array) => Promise<Raster>;
}

/** Every kind of file that shows a drawing. */
export const WRITINGS = {
  png: { write: (drawing) => bytesOf(opened(drawing).png()), read },
  jpeg: {
    write: (drawing) => bytesOf(opened(drawing).jpeg({ quality: 97, chromaSubsampling: '4:4:4' })),
    read,
  },
  webp: { write: (drawing) => bytesOf(opened(drawing).webp({ lossless: true })), read },
  // A point wide for each pixel.
  pdf: {
    write: (drawing) => Promise.resolve(picturePdf(flateOf(drawing), drawing.width)),
    read: async (file) => read(await firstPicture(file)),
  },
} as const satisfies Readonly<Record<string, Writing>>;

function opened({ width, height, channels, data }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

async function bytesOf(picture: Sharp): Promise<Uint8Array> {
  return new Uint8Array(await picture.toBuffer());
}

async function read(file: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { width, height, channels: 4, space: 'rgb', data: new Uint8Array(data) };
}

/** The first picture of a PDF as a PNG, by Poppler. */
async function firstPicture(pdf: Uint8Array): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-legibility-'));
  try {
    const path = join(folder, 'file.pdf');
    await writeFile(path, pdf);
    await outputOf('pdfimages', ['-png', path, join(folder, 'picture')]);
    return await readFile(join(folder, 'picture-000.png'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
