import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import PptxGenJS from 'pptxgenjs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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
import { workOnDecks } from '#tests/support/editors/deck-editors.ts';

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

/** Two slides alike, with equal pictures, notes, charts and workbooks of their own. */
async function twinDeck(): Promise<Uint8Array> {
  // Workbooks tell their time.
  vi.setSystemTime(0);
  const deck = new PptxGenJS();
  const photo = Buffer.from(await photoJpeg(600, 400)).toString('base64');
  for (let i = 0; i < 2; i++) {
    const slide = deck.addSlide();
    slide.addText('Same words', { x: 0.5, y: 0.3, w: 8, h: 0.6 });
    slide.addImage({ data: `image/jpeg;base64,${photo}`, x: 0.5, y: 1, w: 3, h: 2 });
    const series = [{ name: 'Sales', labels: ['a', 'b', 'c'], values: [3, 5, 2] }];
    slide.addChart('bar', series, { x: 4, y: 1, w: 5, h: 3, showLegend: true });
    slide.addNotes('Same notes');
  }
  const file = await deck.write({ outputType: 'arraybuffer' });
  vi.useRealTimers();
  return new Uint8Array(file as ArrayBuffer);
}

const DECKS = {
  generated: { deck: generatedDeck, preset: 'balanced' },
  built: { deck: builtDeck, preset: 'balanced' },
  cropped: { deck: builtDeck, preset: 'small' },
  twins: { deck: twinDeck, preset: 'balanced' },
} as const;
const NAMES = Object.keys(DECKS);
const WAYS = ['office', 'parts'] as const;

/** Words of the slides of decks that were changed, and all slides as grey PNGs, by deck. */
let said: Record<string, string[]>;
const slides = new Map<string, string[]>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'featherpress-slides-'));
  for (const [name, { deck, preset }] of Object.entries(DECKS)) {
    const source = await deck();
    const { bytes } = await compress(source, { codecs, preset, budgetMs: 600_000 });
    expect(bytes.length, name).toBeLessThan(source.length * 0.5);
    expect(packageFaults(await readDeck(bytes)), name).toEqual([]);
    await writeFile(join(folder, `${name}-before.pptx`), source);
    await writeFile(join(folder, `${name}-after.pptx`), bytes);
  }
  const picture = join(folder, 'new.jpg');
  await writeFile(picture, await photoJpeg(300, 200, 5));
  const states = ['before', 'after'].flatMap((state) => NAMES.map((name) => `${name}-${state}`));
  const changes = ['twins-before', 'twins-after'].flatMap((source) =>
    WAYS.map((by) => ({
      by,
      source: join(folder, `${source}.pptx`),
      target: join(folder, `${source}-${by}.pptx`),
      ...(by === 'office' && { picture }),
    })),
  );
  const stems = [
    ...states.map((name) => join(folder, name)),
    ...changes.map(({ target }) => target.slice(0, -5)),
  ];
  const drawings = stems.map((stem) => ({
    by: 'office' as const,
    source: `${stem}.pptx`,
    target: `${stem}.pdf`,
  }));
  said = await workOnDecks([...changes, ...drawings]);
  for (const stem of stems) {
    const name = basename(stem);
    await run('pdftoppm', ['-r', '50', '-gray', '-png', `${stem}.pdf`, `${stem}-page`]);
    slides.set(name, (await readdir(folder)).filter((file) => file.startsWith(`${name}-page`)).sort());
  }
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** How alike two decks look, slide by slide, up to 1. */
async function similarities(name: string, other: string): Promise<number[]> {
  const pairs = slides.get(name)!.map((page, index) => [page, slides.get(other)![index]!]);
  expect(slides.get(other), other).toHaveLength(pairs.length);
  return Promise.all(
    pairs.map(async (pages) => {
      const files = pages.map(async (page) => codecs.image.decode(await readFile(join(folder, page))));
      const [reference, candidate] = await Promise.all(files);
      return msSsim(reference!, candidate!, { windows: 'box', background: 255 });
    }),
  );
}

describe('compressed presentations', () => {
  it.each(NAMES)('open in LibreOffice with every slide looking the same: %s', async (name) => {
    const alike = await similarities(`${name}-before`, `${name}-after`);
    expect(alike.length).toBeGreaterThan(1);
    expect(Math.min(...alike)).toBeGreaterThanOrEqual(0.98);
  });

  it.each(WAYS)('take changes of one of two slides alike as their sources do: %s', async (by) => {
    const [before, after] = ['before', 'after'].map((state) => `twins-${state}-${by}`);
    const [first, second] = said[join(folder, `${after}.pptx`)]!;
    expect([first, second]).toEqual(said[join(folder, `${before}.pptx`)]);
    expect(first).toMatch(/^Same words .*Same notes/);
    expect(first).not.toMatch(/Other|Costs/);
    expect(second).toMatch(/^Other words .*Other notes/);
    expect(Math.min(...(await similarities(before!, after!)))).toBeGreaterThanOrEqual(0.98);
    const [same, changed] = await similarities('twins-after', after!);
    expect(same).toBeGreaterThanOrEqual(0.98);
    expect(changed).toBeLessThan(same!);
  });
});
