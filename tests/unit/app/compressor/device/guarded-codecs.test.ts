import { describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { CodecBreakdownError } from '#engine/codecs/codec-breakdown.ts';
import { compress } from '#engine/index.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { buildDeck, imageRelationship, pictureShape } from '#tests/fixtures/pptx-deck.ts';
import { answerTask } from '~/compressor/device/answer-task.ts';
import { createPartLoader, isScriptMissing } from '~/compressor/device/part-loader.ts';
import { guardedCodecs } from '~/compressor/device/guarded-codecs.ts';
import type { EngineMessage } from '~/compressor/device/protocol.ts';
import { answerFetch } from '#tests/support/answer-fetch.ts';
import { engineTask } from '#tests/support/fake-engine-port.ts';

const codecs = createNativeCodecs();
/** Bytes as a file holds them. */
const plain = (bytes: Uint8Array) => new Uint8Array(bytes);
const png = async () => plain(await codecs.image.encodePng(photoLike(120, 90)));
const LIMITS = { maxPixels: 10_000, maxPictureBytes: 1e6, maxDocumentBytes: 1e6 };

const ALL_THERE = { faults: [], loaded: () => [] };

/** What an engine says to a task, signs of life left out. */
async function answerTo(file: Blob, limits = LIMITS, kind: 'png' | 'pptx' = 'png'): Promise<EngineMessage> {
  const said: EngineMessage[] = [];
  const task = { ...engineTask(), file, kind, limits };
  await answerTask(task, { codecs, parts: ALL_THERE }, (message) => said.push(message));
  return said.find(({ type }) => type !== 'progress')!;
}

describe('codecs of a device', () => {
  it('give the bytes of the server, and know the largest picture', async () => {
    const source = await png();
    const guarded = guardedCodecs(codecs, { maxPixels: 10_800 });
    const here = await compress(source, { codecs: guarded.codecs });
    expect(here.bytes).toEqual((await compress(source, { codecs })).bytes);
    expect(guarded.largestPixels()).toBe(10_800);
  });

  it('refuse a picture that is too large before it is decoded, with the numbers', async () => {
    const file = new Blob([plain(await codecs.image.encodePng(photoLike(2_000, 1_100)))]);
    expect(await answerTo(file, { ...LIMITS, maxPixels: 2_000_000 })).toEqual({
      type: 'too-much',
      message: 'An image has 3 megapixels; this device has memory for up to 2.',
    });
  });

  it('end a whole deck with such a picture: left out in silence it would differ from that of the server', async () => {
    const slide = {
      shapes: pictureShape({ rId: 'rId2', width: 2, height: 1.5 }),
      relationships: [imageRelationship('rId2', 'image1.png')],
    };
    const deck = plain(buildDeck({ slides: [slide], parts: { 'ppt/media/image1.png': await png() } }));
    expect(await answerTo(new Blob([deck]), LIMITS, 'pptx')).toMatchObject({ type: 'too-much' });
    expect(await answerTo(new Blob([deck]), { ...LIMITS, maxPixels: 10_800 }, 'pptx')).toMatchObject({
      type: 'done',
    });
  });
});

describe('a task', () => {
  it('is answered with bytes that may be handed over, or with none where the file is best as it is', async () => {
    const source = await png();
    const limits = { ...LIMITS, maxPixels: 1e6 };
    const made = await answerTo(new Blob([source]), limits);
    if (made.type !== 'done' || made.bytes === null)
      throw new Error(`Expected bytes but received ${made.type}.`);
    expect(made.bytes.byteLength).toBe(made.report.outputBytes);
    const again = await answerTo(new Blob([made.bytes]), limits);
    expect(again).toMatchObject({ type: 'done', bytes: null });
  });

  it('tells a damaged file from an engine that broke down and a file that is gone', async () => {
    const cut = (await png()).slice(0, 60);
    expect(await answerTo(new Blob([cut]), LIMITS)).toMatchObject({ type: 'refused', code: 'damaged' });
    const gone = { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) } as Blob;
    expect(await answerTo(gone)).toEqual({ type: 'unreadable' });
    const said: EngineMessage[] = [];
    const image = {
      ...codecs.image,
      probe: () => Promise.reject(new WebAssembly.RuntimeError('unreachable')),
    };
    const task = { ...engineTask(), file: new Blob([await png()]), limits: LIMITS };
    const broken = { codecs: { ...codecs, image }, parts: ALL_THERE };
    await answerTask(task, broken, (message) => said.push(message));
    expect(said.at(-1)).toMatchObject({
      type: 'broken',
      message: expect.stringContaining('unreachable') as string,
      fault: null,
    });
  });

  it('does not hand over a document whose pictures were left alone because their codec did not arrive', async () => {
    const slide = {
      shapes: pictureShape({ rId: 'rId2', width: 2, height: 1.5 }),
      relationships: [imageRelationship('rId2', 'image1.png')],
    };
    const deck = plain(buildDeck({ slides: [slide], parts: { 'ppt/media/image1.png': await png() } }));
    answerFetch({ 'GET /assets/vips.wasm': () => new Response(null, { status: 404 }) });
    const parts = createPartLoader();
    const probe = async () => {
      await parts.load('/assets/vips.wasm', 'module').catch(() => undefined);
      throw new CodecBreakdownError('libvips could not be loaded');
    };
    const tools = { codecs: { ...codecs, image: { ...codecs.image, probe } }, parts };
    const said: EngineMessage[] = [];
    const limits = { ...LIMITS, maxPixels: 1e6 };
    const task = { ...engineTask(), kind: 'pptx' as const, file: new Blob([deck]), limits };
    await answerTask(task, tools, (message) => said.push(message));
    expect(said.at(-1)).toMatchObject({ type: 'broken', fault: 'not-loaded' });
  });

  it.each([
    'Failed to fetch dynamically imported module: https://press.example/assets/engine-png.js',
    'error loading dynamically imported module: https://press.example/assets/engine-png.js',
    'Importing a module script failed.',
  ])('knows a script that did not arrive: %s', (message) => {
    expect(
      isScriptMissing(new Error('A codec could not be loaded.', { cause: new TypeError(message) })),
    ).toBe(true);
    expect(isScriptMissing(new TypeError('x is not a function'))).toBe(false);
  });
});
