import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { WorkBudget } from '#engine/budget/work-budget.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { readZipDirectory } from '#engine/containers/zip/zip-directory.ts';
import { DEFLATED, STORED } from '#engine/containers/zip/zip-entry.ts';
import { InflateBudget } from '#engine/containers/zip/zip-reader.ts';
import { packParts } from '#engine/documents/office/pack-parts.ts';
import { OpcPackage } from '#engine/documents/office/package/opc-package.ts';
import { XmlBudget } from '#engine/documents/office/package/xml-budget.ts';
import { buildDeck, deckParts, zipParts, type DeckSpec } from '#tests/fixtures/pptx-deck.ts';
import { readDeck } from '#tests/fixtures/read-deck.ts';
import { engineContext } from '#tests/support/engine-context.ts';
import { codesOf, run } from '#tests/support/engine-run.ts';
import { noise } from '#tests/support/shrink-deck.ts';

/** Noise of which some percent are zeros, a run in every thousand bytes. */
const padded = (length: number, percent: number): Uint8Array =>
  noise(length).map((value, index) => (index % 1000 < 10 * percent ? 0 : value));
const halfEmpty = (length: number): Uint8Array => padded(length, 50);

function deckWith(media: Readonly<Record<string, Uint8Array>>): DeckSpec {
  const names = Object.keys(media);
  const kind = (name: string): string => (name.endsWith('wav') ? 'audio' : 'video');
  return {
    slides: [
      {
        shapes: '',
        relationships: names.map((name, index) => ({
          id: `rId${index + 2}`,
          type: kind(name),
          target: `../media/${name}`,
        })),
      },
    ],
    parts: Object.fromEntries(names.map((name) => [`ppt/media/${name}`, media[name]!])),
  };
}

async function pack(source: Uint8Array): Promise<Record<string, number>> {
  const { bytes } = await run(source);
  expect(bytes.length).toBeLessThan(source.length);
  return Object.fromEntries(readZipDirectory(bytes).map(({ name, method }) => [name, method]));
}

describe('packing', () => {
  it.each([
    [50, DEFLATED],
    [8, DEFLATED],
    [3, STORED],
    [0, STORED],
  ])('deflates a video of which %i %% are padding where that saves 5 %%', async (percent, method) => {
    const methods = await pack(buildDeck(deckWith({ 'a.mp4': padded(30_000, percent) })));
    expect(methods['ppt/media/a.mp4']).toBe(method);
  });

  it.each([
    [50, DEFLATED],
    [3, DEFLATED],
    [0, STORED],
  ])('lets no deflated video grow, here one with %i %% of padding', async (percent, method) => {
    const film = padded(30_000, percent);
    const source = zipParts(Object.entries(deckParts(deckWith({ 'a.mp4': film }))), true);
    const { bytes } = await run(source);
    const [before, after] = [source, bytes].map((deck) =>
      readZipDirectory(deck).find(({ name }) => name.endsWith('mp4'))!,
    );
    expect(after!.packed.length).toBeLessThanOrEqual(before!.packed.length);
    expect(after!.method).toBe(method);
    expect((await readDeck(bytes)).parts['ppt/media/a.mp4']).toEqual(film);
  });

  it('takes damaged media over as they lie, and the report says so', async () => {
    const spec = deckWith({ 'a.wav': halfEmpty(100_000) });
    const source = zipParts(Object.entries(deckParts(spec)), true);
    const { packed } = readZipDirectory(source).find(({ name }) => name.endsWith('wav'))!;
    packed.fill(0x55, packed.length / 2);
    const { bytes, report } = await run(source);
    expect(codesOf({ bytes, report })).toContain('media-not-readable');
    expect(readZipDirectory(bytes).find(({ name }) => name.endsWith('wav'))!.packed).toEqual(packed);
  });

  it('deflates plain samples of sound without changing one', async () => {
    const sound = halfEmpty(200_000);
    const source = buildDeck(deckWith({ 'a.wav': sound }));
    expect((await pack(source))['ppt/media/a.wav']).toBe(DEFLATED);
    expect((await readDeck((await run(source)).bytes)).parts['ppt/media/a.wav']).toEqual(sound);
  });

  it('packs text and drawings as tightly where the pictures took all the work', async () => {
    const drawing = padded(60_000, 80);
    const deck = buildDeck({
      slides: Array.from({ length: 20 }, () => ({ shapes: '' })),
      parts: { 'ppt/media/photo.png': noise(800_000), 'ppt/media/drawing.wmf': drawing },
    });
    const sizes = async (leftMs: number) => {
      const context = engineContext({ codecs: createNativeCodecs(), budget: new WorkBudget(leftMs) });
      const limits = { inflateBudget: new InflateBudget(), xmlBudget: new XmlBudget(deck.length) };
      const opc = await OpcPackage.open(deck, context.codecs.deflate, limits);
      const { entries } = await packParts(opc, context);
      return entries.filter(({ name }) => !name.endsWith('png')).map(({ packed }) => packed.length);
    };
    expect(await sizes(0)).toEqual(await sizes(Infinity));
  });

  it('packs XML harder than zlib at its best', async () => {
    const source = buildDeck({ slides: [{ shapes: '' }] });
    const { bytes } = await run(source);
    for (const { name, packed, size } of readZipDirectory(bytes)) {
      const content = (await readDeck(bytes)).parts[name];
      if (content && size > 500)
        expect(packed.length).toBeLessThanOrEqual(deflateRawSync(content, { level: 9 }).length);
    }
  });
});
