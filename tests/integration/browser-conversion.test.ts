import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobOptions } from '#engine/index.ts';
import { photoLike, userInterface, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { BrowserEngine } from '#tests/fixtures/browser-engine/browser-engine.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

let engine: BrowserEngine;

beforeAll(async () => {
  engine = await BrowserEngine.start();
});

afterAll(async () => {
  await engine.stop();
});

const { image } = codecs;
const SOURCES = {
  photo: () => image.encodeJpeg(photoLike(320, 240), { quality: 95, chroma: '4:4:4' }),
  screen: () => image.encodePng(userInterface(300, 200)),
  transparent: () => image.encodePng(withSoftAlpha(photoLike(160, 120))),
};

it.each<[keyof typeof SOURCES, Partial<JobOptions>]>([
  ['photo', { format: 'webp' }],
  ['photo', { format: 'png', maxSide: 100 }],
  ['photo', { maxWidth: 111 }],
  ['screen', { format: 'auto' }],
  ['transparent', { format: 'jpeg', background: '#336699' }],
  ['transparent', { format: 'webp', maxHeight: 77 }],
  ['photo', { widths: [100, 200], formats: ['jpeg', 'webp'] }],
])('gives a %s the bytes of the server with %j', async (name, options) => {
  const source = await SOURCES[name]();
  const here = await run(source, options);
  const there = await engine.compress(source, options);
  expect(there.bytes).toEqual(here.bytes);
  expect(there.report).toEqual({ ...here.report, steps: there.report.steps });
});
