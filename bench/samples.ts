import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import PptxGenJS from 'pptxgenjs';
import { picture } from './sample-pictures.ts';

/** Writes one file of each kind, made here, so that the bench says something without any files at hand. */
export async function writeSamples(
  folder: string,
  { photo: size = { width: 1600, height: 1200 } } = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const photo = await picture('jpeg', size.width, size.height);
  const write = (name: string, bytes: Uint8Array) => writeFile(join(folder, name), bytes);
  await write('photo.jpg', photo);
  await write('graphic.png', await picture('png', 800, 600, 2));
  await write('graphic.webp', await picture('webp', 1200, 900, 3));
  await write('letter.pdf', await letter(photo));
  await write('talk.pptx', await talk(photo));
}

async function letter(photo: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const image = await document.embedJpg(photo);
  for (let number = 1; number <= 5; number += 1) {
    const page = document.addPage([595, 842]);
    page.drawText(`Page ${number}`, { x: 60, y: 780, size: 20, font });
    page.drawImage(image, { x: 60, y: 400, width: 400, height: 300 });
  }
  return document.save({ useObjectStreams: false });
}

async function talk(photo: Uint8Array): Promise<Uint8Array> {
  // The package is CommonJS: its class is the default export's own default under Node.
  const Deck = ((PptxGenJS as unknown as { default?: typeof PptxGenJS }).default ??
    PptxGenJS) as typeof PptxGenJS;
  const deck = new Deck();
  const data = `image/jpeg;base64,${Buffer.from(photo).toString('base64')}`;
  for (let number = 1; number <= 3; number += 1) {
    const slide = deck.addSlide();
    slide.addText(`Slide ${number}`, { x: 0.5, y: 0.3, fontSize: 24 });
    slide.addImage({ data, x: 1, y: 1, w: 4, h: 3 });
  }
  return new Uint8Array((await deck.write({ outputType: 'arraybuffer' })) as ArrayBuffer);
}
