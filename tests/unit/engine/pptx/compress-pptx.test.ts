import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import {
  compress,
  isEngineError,
  PRESET_FACTS,
  type CompressionReport,
  type CompressOptions,
} from '#engine/index.ts';
import {
  animatedGif,
  drawingPng,
  photoBmp,
  photoJpeg,
  photoPng,
  photoTiff,
} from '#tests/fixtures/deck-pictures.ts';
import {
  buildDeck,
  imageRelationship,
  pictureBackground,
  pictureShape,
  relationships,
  zipParts,
  type DeckSpec,
} from '#tests/fixtures/pptx-deck.ts';
import { packageFaults, readDeck, type DeckContents } from '#tests/fixtures/read-deck.ts';
import { text } from '#tests/fixtures/zip-faults.ts';

const codecs = createNativeCodecs();
const PRESENTATION = 'application/vnd.openxmlformats-officedocument.presentationml';

async function shrink(
  spec: DeckSpec,
  options: Partial<CompressOptions> = {},
): Promise<DeckContents & { bytes: Uint8Array; source: Uint8Array; report: CompressionReport }> {
  const source = buildDeck(spec);
  const { bytes, report } = await compress(source, { codecs, budgetMs: 600_000, ...options });
  return { ...(await readDeck(bytes)), bytes, source, report };
}

/** One slide that shows each picture five inches wide. */
function pictureDeck(pictures: Readonly<Record<string, Uint8Array>>, spec: Partial<DeckSpec> = {}): DeckSpec {
  const names = Object.keys(pictures);
  const shapes = names.map((_, index) =>
    pictureShape({ rId: `rId${index + 2}`, width: 5, height: 3.75, id: index + 10 }),
  );
  return {
    slides: [
      {
        shapes: shapes.join(''),
        relationships: names.map((name, index) => imageRelationship(`rId${index + 2}`, name)),
      },
    ],
    parts: {
      ...Object.fromEntries(names.map((name) => [`ppt/media/${name}`, pictures[name]!])),
      ...spec.parts,
    },
    ...Object.fromEntries(Object.entries(spec).filter(([key]) => key !== 'parts')),
  };
}

const noise = (length: number, seed = 7): Uint8Array => {
  let state = seed;
  return Uint8Array.from({ length }, () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16);
};

let jpeg: Uint8Array;
let png: Uint8Array;
beforeAll(async () => {
  [jpeg, png] = await Promise.all([photoJpeg(400, 300), photoPng(240, 180)]);
});

describe('pictures', () => {
  it('become smaller, and opaque photographs in PNG become JPEG with all references', async () => {
    const deck = await shrink(pictureDeck({ 'a.jpg': jpeg, 'b.png': png }));
    expect(deck.bytes.length).toBeLessThan(deck.source.length / 2);
    expect(packageFaults(deck)).toEqual([]);
    expect(deck.opc.find('ppt/media/b.jpeg')?.contentType).toBe('image/jpeg');
    const [, , second] = deck.opc.relationshipsOf(deck.opc.find('ppt/slides/slide1.xml')!);
    expect(second?.target).toBe('../media/b.jpeg');
    expect(deck.report.score).toBeGreaterThanOrEqual(PRESET_FACTS.balanced.scoreFloor);
  });

  it('come down to the size they are shown at', async () => {
    const large = await photoJpeg(1200, 900);
    const shapes = pictureShape({ rId: 'rId2', width: 2, height: 1.5 });
    const slides = [{ shapes, relationships: [imageRelationship('rId2', 'a.jpg')] }];
    const deck = await shrink({ slides, parts: { 'ppt/media/a.jpg': large } }, { preset: 'small' });
    const info = await codecs.image.probe(deck.parts['ppt/media/a.jpg']!);
    expect([info.width, info.height]).toEqual([300, 225]);
  });

  it('keep their pixels as a tile and their samples where a colour is replaced', async () => {
    const tile = pictureShape({ rId: 'rId2', width: 1, height: 1, fill: '<a:tile/>' });
    const extra =
      '<a:clrChange><a:clrFrom><a:srgbClr val="FFFFFF"/></a:clrFrom><a:clrTo><a:srgbClr val="FFFFFF"/></a:clrTo></a:clrChange>';
    const exact = pictureShape({ rId: 'rId3', width: 1, height: 1, id: 11, extra });
    const slides = [
      {
        shapes: tile + exact,
        relationships: [imageRelationship('rId2', 'a.jpg'), imageRelationship('rId3', 'b.png')],
      },
    ];
    const deck = await shrink({ slides, parts: { 'ppt/media/a.jpg': jpeg, 'ppt/media/b.png': png } });
    expect((await codecs.image.probe(deck.parts['ppt/media/a.jpg']!)).width).toBe(400);
    const before = await codecs.image.decode(png);
    const after = await codecs.image.decode(deck.parts['ppt/media/b.png']!);
    expect(after.data).toEqual(before.data);
  });

  it('keep see-through pixels', async () => {
    const drawing = await drawingPng(300, 300);
    const deck = await shrink(pictureDeck({ 'a.png': drawing }));
    const after = await codecs.image.decode(deck.parts['ppt/media/a.png']!);
    expect(after.channels).toBe(4);
    expect(after.data[3]).toBe(0);
  });

  it('leave TIFF and BMP behind', async () => {
    const deck = await shrink(
      pictureDeck({ 'a.tiff': await photoTiff(160, 120), 'b.bmp': photoBmp(161, 120) }),
    );
    expect(Object.keys(deck.parts).filter((name) => name.includes('media'))).toEqual([
      'ppt/media/a.jpeg',
      'ppt/media/b.jpeg',
    ]);
    expect(packageFaults(deck)).toEqual([]);
    const bmp = await codecs.image.decode(deck.parts['ppt/media/b.jpeg']!);
    const tiff = await codecs.image.decode(deck.parts['ppt/media/a.jpeg']!);
    // Upright and with red where red was: the same picture, one column wider.
    expect(Math.abs(bmp.data[0]! - tiff.data[0]!)).toBeLessThan(25);
  });

  it('keep the frames of an animation', async () => {
    const gif = await animatedGif(60);
    const deck = await shrink(pictureDeck({ 'a.gif': gif, 'b.jpg': jpeg }));
    expect((await codecs.image.probe(deck.parts['ppt/media/a.gif']!)).frames).toBe(3);
  });

  it('are found by content, not by name', async () => {
    const deck = await shrink(pictureDeck({ 'a.png': jpeg }));
    expect(deck.opc.parts.find(({ name }) => name.includes('media'))?.contentType).toBe('image/jpeg');
    expect(packageFaults(deck)).toEqual([]);
  });

  it('stay as they are when broken, and the report says so', async () => {
    const broken = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
    const deck = await shrink(pictureDeck({ 'a.png': broken, 'b.jpg': jpeg }));
    expect(deck.parts['ppt/media/a.png']).toEqual(broken);
    expect(deck.report.skips.map(({ code }) => code)).toContain('picture-not-readable');
  });

  it('lose no sample in the lossless preset', async () => {
    const deck = await shrink(pictureDeck({ 'a.jpg': jpeg, 'b.png': png }), { preset: 'lossless' });
    expect(deck.report.score).toBeNull();
    const after = await codecs.image.decode(deck.parts['ppt/media/a.jpg']!);
    expect(after.data).toEqual((await codecs.image.decode(jpeg)).data);
  });

  it('take fewer bytes from one preset to the next', async () => {
    const background = {
      slides: [
        {
          shapes: '',
          background: pictureBackground('rId2'),
          relationships: [imageRelationship('rId2', 'a.jpg')],
        },
      ],
    };
    const sizes: number[] = [];
    for (const preset of ['lossless', 'high', 'balanced', 'small'] as const) {
      const deck = await shrink({ ...background, parts: { 'ppt/media/a.jpg': jpeg } }, { preset });
      sizes.push(deck.bytes.length);
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  });
});

describe('structure', () => {
  it('stores identical pictures and films once', async () => {
    const film = noise(5000);
    const spec = pictureDeck({ 'a.jpg': jpeg, 'b.jpeg': jpeg });
    const [slide] = spec.slides;
    const films = ['x', 'y'].map((name, index) => ({
      id: `rId${20 + index}`,
      type: 'video',
      target: `../media/${name}.mp4`,
    }));
    const deck = await shrink({
      ...spec,
      slides: [{ ...slide!, relationships: [...slide!.relationships!, ...films] }],
      parts: { ...spec.parts, 'ppt/media/x.mp4': film, 'ppt/media/y.mp4': film },
    });
    expect(Object.keys(deck.parts).filter((name) => name.includes('media'))).toEqual([
      'ppt/media/a.jpg',
      'ppt/media/x.mp4',
    ]);
    expect(deck.parts['ppt/media/x.mp4']).toEqual(film);
    expect(packageFaults(deck)).toEqual([]);
  });

  it('drops what nothing uses, the preview, printer settings and the log of changes', async () => {
    const deck = await shrink({
      ...pictureDeck({ 'a.jpg': jpeg }),
      parts: {
        'ppt/media/a.jpg': jpeg,
        'ppt/media/lost.jpg': jpeg,
        'docProps/thumbnail.jpeg': jpeg,
        'ppt/printerSettings/printerSettings1.bin': noise(100),
        'ppt/changesInfos/changesInfo1.xml': '<x/>',
      },
      packageRelationships: [
        {
          id: 'rId9',
          type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail',
          target: 'docProps/thumbnail.jpeg',
        },
      ],
      presentationRelationships: [
        { id: 'rId90', type: 'printerSettings', target: 'printerSettings/printerSettings1.bin' },
        {
          id: 'rId91',
          type: 'http://schemas.microsoft.com/office/2016/11/relationships/changesInfo',
          target: 'changesInfos/changesInfo1.xml',
        },
      ],
    });
    expect(Object.keys(deck.parts).filter((name) => /lost|thumb|printer|changes/.test(name))).toEqual([]);
    expect(packageFaults(deck)).toEqual([]);
  });

  it('keeps fonts, custom XML and films byte for byte', async () => {
    const parts = {
      'ppt/fonts/font1.fntdata': noise(300),
      'customXml/item1.xml': text('<data>1</data>'),
      'ppt/media/f.mp4': noise(9000),
    };
    const spec = pictureDeck({ 'a.jpg': jpeg }, { parts });
    const deck = await shrink({
      ...spec,
      presentationRelationships: [
        { id: 'rId80', type: 'font', target: 'fonts/font1.fntdata' },
        { id: 'rId81', type: 'customXml', target: '../customXml/item1.xml' },
        { id: 'rId82', type: 'video', target: 'media/f.mp4' },
      ],
    });
    for (const [name, content] of Object.entries(parts)) expect(deck.parts[name]).toEqual(content);
    expect(deck.report.kept.map(({ feature }) => feature)).toEqual(
      expect.arrayContaining(['slides', 'sounds and films', 'embedded fonts', 'custom XML']),
    );
  });

  it('recompresses an embedded workbook and keeps its cells', async () => {
    const workbook = embeddedWorkbook();
    const spec = pictureDeck({ 'a.jpg': jpeg }, { parts: { 'ppt/embeddings/book.xlsx': workbook } });
    const [slide] = spec.slides;
    const relationship = { id: 'rId30', type: 'package', target: '../embeddings/book.xlsx' };
    const deck = await shrink({
      ...spec,
      slides: [{ ...slide!, relationships: [...slide!.relationships!, relationship] }],
    });
    const inner = await readDeck(deck.parts['ppt/embeddings/book.xlsx']!);
    expect(new TextDecoder().decode(inner.parts['xl/workbook.xml'])).toContain('<cell>42</cell>');
    expect(inner.parts['docProps/thumbnail.jpeg']).toBeUndefined();
    expect(packageFaults(inner)).toEqual([]);
  });

  it('returns a signed presentation untouched, with the reason', async () => {
    const deck = await shrink({
      ...pictureDeck({ 'a.jpg': jpeg }, { parts: { '_xmlsignatures/origin.sigs': text('') } }),
      packageRelationships: [
        {
          id: 'rId9',
          type: 'http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin',
          target: '_xmlsignatures/origin.sigs',
        },
      ],
    });
    expect(deck.bytes).toEqual(deck.source);
    expect(deck.report.skips.map(({ code }) => code)).toContain('signed');
  });

  it('writes content types first, the same bytes every time, and little less at a second pass', async () => {
    const spec = pictureDeck({ 'a.jpg': jpeg, 'b.png': png });
    const [first, again] = [await shrink(spec), await shrink(spec)];
    expect(again.bytes).toEqual(first.bytes);
    expect(new TextDecoder('latin1').decode(first.bytes.subarray(30, 49))).toBe('[Content_Types].xml');
    const second = await compress(first.bytes, { codecs, budgetMs: 600_000 });
    expect(second.bytes.length).toBeGreaterThan(first.bytes.length * 0.97);
  });

  it('reads strict files', async () => {
    const deck = await shrink({ ...pictureDeck({ 'a.jpg': jpeg }), strict: true });
    expect(deck.bytes.length).toBeLessThan(deck.source.length / 2);
    expect(packageFaults(deck)).toEqual([]);
  });
});

describe('target size', () => {
  it('lands within 90 to 100 % of a target that can be met', async () => {
    const target = 14_000;
    const deck = await shrink(pictureDeck({ 'a.jpg': jpeg, 'b.png': png }), { targetBytes: target });
    expect(deck.report.target).toMatchObject({ bytes: target, met: true });
    expect(deck.bytes.length).toBeLessThanOrEqual(target);
    expect(deck.bytes.length).toBeGreaterThan(target * 0.85);
  });

  it('says the smallest acceptable size when a target cannot be met', async () => {
    const deck = await shrink(pictureDeck({ 'a.jpg': jpeg }), { targetBytes: 2000 });
    expect(deck.report.target).toEqual({ bytes: 2000, met: false, smallestBytes: deck.bytes.length });
  });
});

describe('progress and cancellation', () => {
  it('rises to one', async () => {
    const seen: number[] = [];
    await shrink(pictureDeck({ 'a.jpg': jpeg, 'b.png': png }), { onProgress: (ratio) => seen.push(ratio) });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  it('stops with the reason of the signal', async () => {
    const controller = new AbortController();
    const stop = new Error('enough');
    const work = compress(buildDeck(pictureDeck({ 'a.jpg': jpeg, 'b.png': png })), {
      codecs,
      signal: controller.signal,
      onProgress: () => controller.abort(stop),
    });
    await expect(work).rejects.toBe(stop);
  });
});

describe('bad presentations', () => {
  const slides = [{ shapes: '' }];
  const bomb = '<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><p>&b;</p>';
  const cases: [name: string, bytes: () => Uint8Array, code: string, words: RegExp][] = [
    ['a plain zip', () => zipParts([['readme.txt', text('hello')]]), 'unsupported', /zip archive/],
    [
      'a Word document',
      () =>
        buildDeck({
          slides,
          mainType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
        }),
      'unsupported',
      /Word document/,
    ],
    [
      'an Excel workbook',
      () =>
        buildDeck({
          slides,
          mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        }),
      'unsupported',
      /Excel workbook/,
    ],
    [
      'a file with macros',
      () =>
        buildDeck({ slides, mainType: 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml' }),
      'unsupported',
      /macros/,
    ],
    [
      'a show',
      () => buildDeck({ slides, mainType: `${PRESENTATION}.slideshow.main+xml` }),
      'unsupported',
      /\.ppsx/,
    ],
    [
      'a template',
      () => buildDeck({ slides, mainType: `${PRESENTATION}.template.main+xml` }),
      'unsupported',
      /\.potx/,
    ],
    [
      'entities in XML',
      () => buildDeck({ slides, parts: { 'ppt/presentation.xml': bomb } }),
      'damaged',
      /document type/,
    ],
    [
      'XML that ends early',
      () => buildDeck({ slides, parts: { 'ppt/presentation.xml': '<p:presentation>' } }),
      'damaged',
      /XML/,
    ],
    [
      'XML nested without end',
      () => buildDeck({ slides, parts: { 'ppt/presentation.xml': '<a>'.repeat(600) + '</a>'.repeat(600) } }),
      'damaged',
      /XML/,
    ],
    [
      'no main part',
      () => buildDeck({ slides, parts: { '_rels/.rels': relationships({}, []) } }),
      'damaged',
      /repair/,
    ],
    [
      'a repeated relationship',
      () =>
        buildDeck({
          slides,
          parts: {
            '_rels/.rels': relationships({}, [
              { id: 'a', type: 'x', target: 'y' },
              { id: 'a', type: 'x', target: 'z' },
            ]),
          },
        }),
      'damaged',
      /contradicts/,
    ],
    [
      'an old presentation',
      () => oleFile('PowerPoint Document'),
      'unsupported',
      /save your presentation as a \.pptx/,
    ],
    ['a password', () => oleFile('EncryptedPackage'), 'password-protected', /password/],
  ];

  it.each(cases)('refuses %s', async (_name, bytes, code, words) => {
    const error = await compress(bytes(), { codecs }).catch((thrown: unknown) => thrown);
    expect(isEngineError(error) && error.code).toBe(code);
    expect((error as Error).message).toMatch(words);
  });

  it('answers any damage with a sound package or an engine error', async () => {
    const source = buildDeck({ slides: [{ shapes: '' }] });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(source.length - 1), fc.nat(7)), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: source.length }),
        async (flips, length) => {
          const damaged = source.slice();
          for (const [at, bit] of flips) damaged[at]! ^= 1 << bit;
          const cut = length % 3 === 0 ? damaged.slice(0, length) : damaged;
          const result = await compress(cut, { codecs }).catch((thrown: unknown) => thrown);
          if (result instanceof Error) expect(isEngineError(result)).toBe(true);
          else expect((result as { bytes: Uint8Array }).bytes.length).toBeLessThanOrEqual(cut.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

function oleFile(streamName: string): Uint8Array {
  const file = new Uint8Array(2048);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  [...streamName].forEach((character, index) => (file[1024 + 2 * index] = character.charCodeAt(0)));
  return file;
}

function embeddedWorkbook(): Uint8Array {
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>';
  const packageRelationships = relationships({}, [
    { id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' },
    {
      id: 'rId2',
      type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail',
      target: 'docProps/thumbnail.jpeg',
    },
  ]);
  return zipParts([
    ['[Content_Types].xml', text(types)],
    ['_rels/.rels', text(packageRelationships)],
    ['xl/workbook.xml', text(`<workbook>${'<cell>42</cell>'.repeat(50)}</workbook>`)],
    ['docProps/thumbnail.jpeg', jpeg],
  ]);
}
