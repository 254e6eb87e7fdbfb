/**
 * Writes the documents that visitors try the site with into `public/media`: a PDF of three pages and a deck of three slides,
 * both with the feather as people place pictures: as large as the camera made it, whole and shown small.
 *
 *   node infra/media/write-samples.ts
 */
import { writeFile } from 'node:fs/promises';
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import PptxGenJS from 'pptxgenjs';
import sharp from 'sharp';
import { photographFeather } from './feather/photograph.ts';

const folder = new URL('../../public/media/', import.meta.url);
const feather = await photographFeather(1600, 1200);
/** Notes on the picture, a page or a slide each; the middle one shows a part of it. */
const NOTES = [
  {
    title: 'One feather, looked at closely',
    lines: [
      'A feather is a shaft with barbs on both sides.',
      'Each barb carries hooks that hold the next one.',
      'It weighs next to nothing and bears a bird.',
    ],
  },
  {
    title: 'Drops of dew',
    lines: [
      'Water stands on the barbs in beads.',
      'Their edges are the sharpest lines in the picture:',
      'look there first when you compare before and after.',
    ],
  },
  {
    title: 'Light out of focus',
    lines: [
      'Behind it everything is soft.',
      'Soft grounds cost few bytes and show bad compression first:',
      'where steps appear, too much was taken.',
    ],
  },
] as const;
const RED = rgb(0.78, 0.12, 0.12);

/** The whole picture and the part with the drops, as a camera's files. */
async function pictures(): Promise<readonly Buffer[]> {
  const part = await sharp(feather)
    .extract({ left: 500, top: 300, width: 800, height: 600 })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return [feather, part];
}

async function writeNotes(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle('Notes on a feather');
  document.setCreationDate(new Date('2025-01-01T00:00:00Z'));
  document.setModificationDate(new Date('2025-01-01T00:00:00Z'));
  const heading = await document.embedFont(StandardFonts.HelveticaBold);
  const body = await document.embedFont(StandardFonts.Helvetica);
  const [whole, part] = await Promise.all((await pictures()).map((bytes) => document.embedJpg(bytes)));
  if (!whole || !part) throw new Error('Expected two pictures.');
  for (const [index, { title, lines }] of NOTES.entries()) {
    const page = document.addPage([595, 842]);
    page.drawText(title, { x: 60, y: 760, size: 26, font: heading });
    page.drawRectangle({ x: 60, y: 742, width: 60, height: 4, color: RED });
    page.drawImage(index === 1 ? part : whole, { x: 60, y: 370, width: 475, height: 356 });
    for (const [line, text] of lines.entries())
      page.drawText(text, { x: 60, y: 320 - line * 26, size: 15, font: body });
    page.drawText(String(index + 1), { x: 520, y: 50, size: 11, font: body });
  }
  return document.save({ useObjectStreams: false });
}

async function writeTalk(): Promise<Uint8Array> {
  // The package is CommonJS: its class is the default export's own default under Node.
  const Deck = ((PptxGenJS as unknown as { default?: typeof PptxGenJS }).default ??
    PptxGenJS) as typeof PptxGenJS;
  const deck = new Deck();
  deck.title = 'A talk about a feather';
  deck
    .addSlide()
    .addText('A talk about a feather', { x: 0.6, y: 2, w: 8.8, h: 1.2, fontSize: 44, bold: true });
  for (const [index, bytes] of (await pictures()).entries()) {
    const { title, lines } = NOTES[index] ?? NOTES[0];
    const slide = deck.addSlide();
    slide.addText(title, { x: 0.5, y: 0.3, w: 9, h: 0.7, fontSize: 28, bold: true });
    const data = `image/jpeg;base64,${bytes.toString('base64')}`;
    slide.addImage({ data, x: 0.5, y: 1.3, w: 4.8, h: 3.6 });
    slide.addText(lines.join('\n'), { x: 5.6, y: 1.3, w: 4, h: 3.6, fontSize: 16, valign: 'top' });
  }
  return (await deck.write({ outputType: 'uint8array' })) as Uint8Array;
}

await writeFile(new URL('feather-notes.pdf', folder), await writeNotes());
await writeFile(new URL('feather-talk.pptx', folder), await writeTalk());
