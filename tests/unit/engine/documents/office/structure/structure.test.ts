import { beforeAll, describe, expect, it } from 'vitest';
import { compress } from '#engine/index.ts';
import { photoJpeg, photoPng } from '#tests/fixtures/deck-pictures.ts';
import { deckParts, relationships, zipParts } from '#tests/fixtures/pptx-deck.ts';
import { packageFaults, readDeck } from '#tests/fixtures/read-deck.ts';
import { text } from '#tests/fixtures/zip-faults.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { noise, pictureDeck, shrink } from '#tests/support/shrink-deck.ts';

let jpeg: Uint8Array;
let png: Uint8Array;
beforeAll(async () => {
  [jpeg, png] = await Promise.all([photoJpeg(400, 300), photoPng(240, 180)]);
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

  it.each(['embeddings/book.xlsx', 'tags/tag.xml', 'charts/chart.xml', 'fonts/font.fntdata'])(
    'keeps equal parts apart that programs write into: %s',
    async (name) => {
      const spec = pictureDeck({ 'a.jpg': jpeg });
      const [slide] = spec.slides;
      const content = name.endsWith('.xml') ? text('<a/>') : noise(500);
      const twins = ['1', '2'].map((number) => name.replace('.', `${number}.`));
      const uses = twins.map((twin, index) => ({
        id: `rId${20 + index}`,
        type: 'any',
        target: `../${twin}`,
      }));
      const deck = await shrink({
        ...spec,
        slides: [{ ...slide!, relationships: [...slide!.relationships!, ...uses] }],
        parts: { ...spec.parts, ...Object.fromEntries(twins.map((twin) => [`ppt/${twin}`, content])) },
      });
      expect(Object.keys(deck.parts)).toEqual(expect.arrayContaining(twins.map((twin) => `ppt/${twin}`)));
    },
  );

  it.each([
    ['has no relationships', null],
    [
      'takes a slide for something outside',
      [
        { id: 'rId1', type: 'slideMaster', target: 'slideMasters/slideMaster1.xml' },
        { id: 'rId10', type: 'slide', target: 'slides/slide1.xml', external: true },
      ],
    ],
  ])('drops no part of a presentation that %s', async (_, items) => {
    const parts = deckParts({ ...pictureDeck({ 'a.jpg': jpeg }) });
    if (items) parts['ppt/_rels/presentation.xml.rels'] = text(relationships({}, items));
    else delete parts['ppt/_rels/presentation.xml.rels'];
    const { bytes } = await compress(zipParts(Object.entries(parts)), { codecs });
    const kept = Object.keys((await readDeck(bytes)).parts);
    expect(kept).toEqual(expect.arrayContaining(['ppt/slides/slide1.xml', 'ppt/media/a.jpg']));
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

  it('declares the type of relationships where the source did so one by one', async () => {
    const spec = pictureDeck({ 'a.jpg': jpeg });
    const name = '[Content_Types].xml';
    const declaration = (part: string) =>
      `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`;
    const all = deckParts(spec);
    const names = Object.keys(all).filter((part) => part.endsWith('.rels'));
    const types = new TextDecoder()
      .decode(all[name])
      .replace(/<Default Extension="rels"[^>]*>/, '')
      .replace('</Types>', `${names.map(declaration).join('')}</Types>`);
    const deck = await shrink({ ...spec, parts: { ...spec.parts, [name]: text(types) } });
    const [list] = deck.opc.contents();
    expect(new TextDecoder().decode(await deck.opc.read(list!))).toContain('<Default Extension="rels"');
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
      expect.arrayContaining(['slides', 'sounds-and-videos', 'embedded-fonts', 'custom-xml']),
    );
  });

  it('minifies drawings, and counts those that are left alone', async () => {
    const names = ['a.svg', 'b.svg', 'c.svg'];
    const svg = (inside: string): Uint8Array =>
      text(`<svg xmlns="http://www.w3.org/2000/svg">${inside}<path d="M0 0h9v9z"/></svg>`);
    const drawings = [svg('<!-- drawn by hand -->'), svg(''), text('<svg><path></svg>')];
    const deck = await shrink(
      pictureDeck(Object.fromEntries(names.map((name, index) => [name, drawings[index]!]))),
    );
    expect(deck.parts['ppt/media/a.svg']).toEqual(drawings[1]);
    expect(deck.parts['ppt/media/c.svg']).toEqual(drawings[2]);
    expect(deck.report.changes).toMatchObject([{ code: 'svg-minified', count: 1 }, { code: 'parts-packed' }]);
    expect(deck.report.skips).toMatchObject([{ code: 'svg-kept', count: 2 }]);
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
    expect(deck.report.changes.map(({ code }) => code)).toContain('embedded-documents-recompressed');
    expect(new TextDecoder().decode(inner.parts['xl/workbook.xml'])).toContain('<cell>42</cell>');
    expect(inner.parts['docProps/thumbnail.jpeg']).toBeUndefined();
    expect(packageFaults(inner)).toEqual([]);
  });

  it('looks two documents deep and leaves deeper ones as they are', async () => {
    const third = embeddedWorkbook();
    const second = embeddedWorkbook({ 'xl/embeddings/third.xlsx': third });
    const first = embeddedWorkbook({ 'xl/embeddings/second.xlsx': second });
    const deck = await shrink({
      ...pictureDeck({ 'a.jpg': jpeg }, { parts: { 'ppt/embeddings/first.xlsx': first } }),
      presentationRelationships: [{ id: 'rId80', type: 'package', target: 'embeddings/first.xlsx' }],
    });
    const inFirst = await readDeck(deck.parts['ppt/embeddings/first.xlsx']!);
    const inSecond = await readDeck(inFirst.parts['xl/embeddings/second.xlsx']!);
    expect(inSecond.parts['docProps/thumbnail.jpeg']).toBeUndefined();
    expect(inSecond.parts['xl/embeddings/third.xlsx']).toEqual(third);
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

/** @param inside documents embedded in the workbook, by part name */
function embeddedWorkbook(inside: Readonly<Record<string, Uint8Array>> = {}): Uint8Array {
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>';
  const packageRelationships = relationships({}, [
    { id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' },
    {
      id: 'rId2',
      type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail',
      target: 'docProps/thumbnail.jpeg',
    },
  ]);
  const inner = Object.keys(inside).map((name, index) => ({
    id: `rId${index + 1}`,
    type: 'package',
    target: name.replace('xl/', ''),
  }));
  return zipParts([
    ['[Content_Types].xml', text(types)],
    ['_rels/.rels', text(packageRelationships)],
    ['xl/workbook.xml', text(`<workbook>${'<cell>42</cell>'.repeat(50)}</workbook>`)],
    ['docProps/thumbnail.jpeg', jpeg],
    ['xl/_rels/workbook.xml.rels', text(relationships({}, inner))],
    ...Object.entries(inside),
  ]);
}
