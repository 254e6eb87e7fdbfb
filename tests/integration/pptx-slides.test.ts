import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import PptxGenJS from 'pptxgenjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { compress } from '#engine/index.ts';
import { msSsim } from '#engine/quality/metrics/ms-ssim.ts';
import { drawingPng, photoBmp, photoJpeg, photoPng } from '#tests/fixtures/deck-pictures.ts';
import { bitmapEmf, bitmapWmf } from '#tests/fixtures/metafiles.ts';
import {
  buildDeck,
  groupShape,
  imageRelationship,
  pictureBackground,
  pictureShape,
} from '#tests/fixtures/pptx-deck.ts';
import { packageFaults, readDeck } from '#tests/fixtures/read-deck.ts';

const run = promisify(execFile);
const codecs = createNativeCodecs();
let folder: string;

/** A deck as people make them: photograph, crop, chart with its workbook, table, notes, link. */
async function generatedDeck(): Promise<Uint8Array> {
  const deck = new PptxGenJS();
  const data = async (bytes: Promise<Uint8Array>, type: string) =>
    `image/${type};base64,${Buffer.from(await bytes).toString('base64')}`;
  const photo = await data(photoJpeg(600, 400), 'jpeg');
  const first = deck.addSlide();
  first.addText('Quarterly report', {
    x: 0.5,
    y: 0.3,
    w: 8,
    h: 0.6,
    hyperlink: { url: 'https://example.org' },
  });
  first.addImage({ data: photo, x: 0.5, y: 1, w: 3, h: 2 });
  first.addImage({ data: photo, x: 5, y: 1, w: 2, h: 2, sizing: { type: 'cover', w: 2, h: 2 } });
  first.addNotes('Speak slowly.');
  const second = deck.addSlide();
  const series = [{ name: 'Sales', labels: ['a', 'b', 'c'], values: [3, 5, 2] }];
  second.addChart('bar', series, { x: 0.5, y: 0.5, w: 5, h: 3 });
  second.addImage({ data: await data(drawingPng(300, 300), 'png'), x: 6, y: 1, w: 2, h: 2 });
  second.addTable([[{ text: 'left' }, { text: 'right' }]], { x: 0.5, y: 4, w: 4 });
  return new Uint8Array((await deck.write({ outputType: 'arraybuffer' })) as ArrayBuffer);
}

async function builtDeck(): Promise<Uint8Array> {
  const picture = (rId: string, facts = {}) => pictureShape({ rId, width: 4, height: 3, ...facts });
  return buildDeck({
    slides: [
      {
        shapes: picture('rId3'),
        background: pictureBackground('rId2'),
        relationships: [imageRelationship('rId2', 'wide.jpg'), imageRelationship('rId3', 'drawing.png')],
      },
      {
        shapes: groupShape(picture('rId2', { sourceRect: 'l="20000" r="20000"' }), 1.4),
        relationships: [imageRelationship('rId2', 'photo.png')],
      },
      { shapes: picture('rId2'), relationships: [imageRelationship('rId2', 'old.bmp')] },
      { shapes: picture('rId2'), relationships: [imageRelationship('rId2', 'pasted.emf')] },
      { shapes: picture('rId2'), relationships: [imageRelationship('rId2', 'pasted.wmf')] },
    ],
    parts: {
      'ppt/media/wide.jpg': await photoJpeg(640, 360, 2),
      'ppt/media/drawing.png': await drawingPng(300, 225),
      'ppt/media/photo.png': await photoPng(320, 240),
      'ppt/media/old.bmp': photoBmp(160, 120),
      'ppt/media/pasted.emf': bitmapEmf({ width: 240, height: 180, bmp: photoBmp(240, 180) }),
      'ppt/media/pasted.wmf': bitmapWmf({ width: 200, height: 150, bmp: photoBmp(200, 150) }),
    },
  });
}

/** Every slide of every deck as a grey PNG, by deck; one start of LibreOffice for all of them. */
async function renderSlides(names: readonly string[]): Promise<Map<string, string[]>> {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const decks = names.map((name) => join(folder, `${name}.pptx`));
  await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, ...decks]);
  const slides = new Map<string, string[]>();
  for (const name of names) {
    const stem = join(folder, `${name}-page`);
    await run('pdftoppm', ['-r', '50', '-gray', '-png', join(folder, `${name}.pdf`), stem]);
    const pages = (await readdir(folder)).filter((file) => file.startsWith(`${name}-page`)).sort();
    slides.set(name, pages);
  }
  return slides;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'featherpress-slides-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('compressed presentations', () => {
  it('open in LibreOffice with every slide looking the same', { timeout: 240_000 }, async () => {
    const decks = {
      generated: { source: await generatedDeck(), preset: 'balanced' },
      built: { source: await builtDeck(), preset: 'balanced' },
      cropped: { source: await builtDeck(), preset: 'small' },
    } as const;
    for (const [name, { source, preset }] of Object.entries(decks)) {
      const { bytes } = await compress(source, { codecs, preset, budgetMs: 600_000 });
      expect(bytes.length, name).toBeLessThan(source.length * 0.5);
      expect(packageFaults(await readDeck(bytes)), name).toEqual([]);
      await writeFile(join(folder, `${name}-before.pptx`), source);
      await writeFile(join(folder, `${name}-after.pptx`), bytes);
    }
    const slides = await renderSlides(
      Object.keys(decks).flatMap((name) => [`${name}-before`, `${name}-after`]),
    );
    for (const name of Object.keys(decks)) {
      const before = slides.get(`${name}-before`) ?? [];
      const after = slides.get(`${name}-after`) ?? [];
      expect(before.length, name).toBeGreaterThan(1);
      expect(after.length, name).toBe(before.length);
      for (const [index, page] of before.entries()) {
        const reference = await codecs.image.decode(await readFile(join(folder, page)));
        const candidate = await codecs.image.decode(await readFile(join(folder, after[index]!)));
        const similarity = msSsim(reference, candidate, { windows: 'box', background: 255 });
        expect(similarity, `${name}, slide ${index + 1}`).toBeGreaterThanOrEqual(0.98);
      }
    }
  });
});
