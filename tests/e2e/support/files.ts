import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, PDFHexString, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import pptxgen from 'pptxgenjs';
import sharp from 'sharp';

/** Paths of generated files, one for each kind and each kind of trouble. */
export interface SampleFiles {
  readonly jpeg: string;
  readonly png: string;
  readonly webp: string;
  readonly pdf: string;
  readonly pptx: string;
  readonly text: string;
  readonly legacyPpt: string;
  /** Half a megabyte: large enough to be followed as a job. */
  readonly scan: string;
  /** Keeps a quick engine busy for some seconds: who looks finds it under way. */
  readonly slow: string;
  /** One byte over 200 MB, without content: it is rejected before it is read. */
  readonly tooLarge: string;
  /** Ends in the middle. */
  readonly damaged: string;
  /** A PDF that opens with a password. */
  readonly encrypted: string;
  /** Carries a digital signature, which any change would break. */
  readonly signedPdf: string;
  /** A JPEG whose name and declared type say PNG. */
  readonly jpegNamedPng: string;
  /** A web page that was saved as a PDF. */
  readonly htmlNamedPdf: string;
}

/** Makes the files in `folder`: a photograph-like picture, and documents that carry it. */
export async function makeSampleFiles(folder: string): Promise<SampleFiles> {
  await mkdir(folder, { recursive: true });
  const photo = await photograph(800, 540);
  const scan = await photograph(560, 400);
  const jpeg = await sharp(photo).jpeg({ quality: 96, chromaSubsampling: '4:4:4' }).toBuffer();
  const write = async (name: string, bytes: Uint8Array | string) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  };
  return {
    jpeg: await write('lake.jpg', jpeg),
    png: await write('chart.png', await chart()),
    webp: await write('poster.webp', await sharp(photo).resize(600).webp({ quality: 98 }).toBuffer()),
    pdf: await write('report.pdf', await report(jpeg)),
    pptx: await write('deck.pptx', await deck(jpeg)),
    text: await write('notes.txt', 'Not a file that is compressed here.'),
    legacyPpt: await write('old.ppt', 'A legacy presentation, by its type.'),
    scan: await write('scan.png', scan),
    slow: await write('slow.png', await sharp(scan).resize(1_120).png().toBuffer()),
    tooLarge: await sparseFile(join(folder, 'huge.pdf'), 200 * 1024 * 1024 + 1),
    damaged: await write('damaged.pdf', '%PDF-1.7\nThis file ends before it has begun.'),
    encrypted: await write('locked.pdf', await lockedReport()),
    signedPdf: await write('signed.pdf', await signedReport(jpeg)),
    jpegNamedPng: await write('photo.png', jpeg),
    htmlNamedPdf: await write('invoice.pdf', '<!DOCTYPE html><html><body>Please sign in.</body></html>'),
  };
}

/** Writes a PDF of an A4 at 150 dpi as a scanner stores it: letters on paper with grain. @returns `path` */
export async function writeScan(path: string): Promise<string> {
  const [width, height] = [1_240, 1_754];
  const lines = Array.from(
    { length: 36 },
    (_line, at) =>
      `<text x="120" y="${150 + at * 42}">${'Invoice for paper, ink and binding. '.repeat(2)}</text>`,
  );
  const text = Buffer.from(`<svg width="${width}" height="${height}" font-size="28">${lines.join('')}</svg>`);
  const noise = { type: 'gaussian', mean: 235, sigma: 6 } as const;
  const page = await sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
    .composite([{ input: text }])
    .jpeg({ quality: 95 })
    .toBuffer();
  const document = await PDFDocument.create();
  const image = await document.embedJpg(page);
  document.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 });
  await writeFile(path, await document.save());
  return path;
}

/** Soft light with grain, as a camera gives it: neither flat nor noise alone. The same on every run. */
async function photograph(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let seed = 7;
  for (let at = 0; at < pixels.length; at++) {
    const x = Math.floor(at / 3) % width;
    const y = Math.floor(at / 3 / width);
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const light = 128 + 70 * Math.sin(x / 90 + (at % 3)) * Math.cos(y / 70) + 20 * Math.sin((x * y) / 9_000);
    pixels[at] = light + (seed / 2_147_483_648) * 10;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

async function chart(): Promise<Buffer> {
  const bars = Array.from({ length: 12 }, (_, index) => {
    const height = 60 + ((index * 71) % 300);
    return `<rect x="${40 + index * 60}" y="${440 - height}" width="40" height="${height}" fill="hsl(${index * 30} 60% 50%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="480"><rect width="800" height="480" fill="#fff"/>${bars.join('')}</svg>`;
  // Small: most tests only need a file that comes back soon.
  return sharp(Buffer.from(svg)).resize(320).png({ compressionLevel: 1 }).toBuffer();
}

async function report(jpeg: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const picture = await document.embedJpg(jpeg);
  for (let number = 1; number <= 3; number++) {
    const page = document.addPage([595, 842]);
    page.drawText(`Page ${number} of the report`, { x: 60, y: 770, size: 22, font });
    page.drawImage(picture, { x: 60, y: 520, width: 300, height: 200 });
  }
  return document.save({ useObjectStreams: false });
}

async function lockedReport(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([595, 842]);
  document.encrypt({ userPassword: 'open' });
  return document.save({ useObjectStreams: false });
}

async function signedReport(jpeg: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([595, 842]).drawImage(await document.embedJpg(jpeg), { x: 60, y: 520 });
  const { context, catalog } = document;
  const signature = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    ByteRange: [0, 10, 20, 30],
    Contents: PDFHexString.of('00'.repeat(200)),
  });
  const field = context.obj({
    FT: 'Sig',
    T: PDFHexString.fromText('Signature'),
    V: context.register(signature),
  });
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [context.register(field)], SigFlags: 3 }));
  return document.save({ useObjectStreams: false });
}

async function deck(jpeg: Uint8Array): Promise<Uint8Array> {
  const presentation = new pptxgen();
  const data = `image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
  for (const title of ['Plan', 'Result']) {
    const slide = presentation.addSlide();
    slide.addText(title, { x: 0.5, y: 0.3, w: 8, h: 0.8, fontSize: 28 });
    slide.addImage({ data, x: 0.5, y: 1.3, w: 4.5, h: 3 });
  }
  return (await presentation.write({ outputType: 'uint8array' })) as Uint8Array;
}

async function sparseFile(path: string, bytes: number): Promise<string> {
  const file = await open(path, 'w');
  await file.truncate(bytes);
  await file.close();
  return path;
}
