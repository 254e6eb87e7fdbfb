import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readChunks } from '#engine/containers/png/chunks.ts';
import { PRESET_INFO } from '#engine/index.ts';
import { placementFloor, withPlacementMarker } from '#engine/metadata/generation-marker.ts';
import {
  animatedGif,
  drawingPng,
  photoBmp,
  photoJpeg,
  photoPng,
  photoTiff,
} from '#tests/fixtures/deck-pictures.ts';
import { scannedText } from '#tests/fixtures/pictures/generated-pictures.ts';
import { withFrame } from '#tests/fixtures/pictures/plain-jpeg.ts';
import { animatedPng } from '#tests/fixtures/pictures/png-files.ts';
import {
  deckParts,
  imageRelationship,
  pictureBackground,
  pictureShape,
  zipParts,
} from '#tests/fixtures/pptx-deck.ts';
import { packageFaults } from '#tests/fixtures/read-deck.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { pictureDeck, shrink } from '#tests/support/shrink-deck.ts';

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
    expect(deck.report.score).toBeGreaterThanOrEqual(PRESET_INFO.balanced.scoreFloor);
  });

  it('are worked on the largest first, so that what these leave of their work others have', async () => {
    const small = await photoPng(60, 40);
    const sizes: number[] = [];
    const probe: typeof codecs.image.probe = (bytes) => {
      if ([jpeg, png, small].some(({ length }) => length === bytes.length)) sizes.push(bytes.length);
      return codecs.image.probe(bytes);
    };
    await shrink(pictureDeck({ 'a.png': small, 'b.jpg': jpeg, 'c.png': png }), {
      codecs: { ...codecs, image: { ...codecs.image, probe } },
    });
    const order = [...new Set(sizes)];
    expect(order).toEqual([jpeg, png, small].map(({ length }) => length).sort((a, b) => b - a));
  });

  it('have work by what they hold, however the package packs them', async () => {
    const loose = await sharp(png).resize(400, 300).blur(8).png({ compressionLevel: 0 }).toBuffer();
    const photo = await photoJpeg(900, 700);
    const parts = Object.entries(deckParts(pictureDeck({ 'a.jpg': photo, 'b.png': new Uint8Array(loose) })));
    for (const budgetMs of [60, 120, 240]) {
      const [stored, deflated] = await Promise.all(
        [false, true].map((isDeflated) => run(zipParts(parts, isDeflated), { budgetMs })),
      );
      expect(Buffer.from(stored!.bytes)).toEqual(Buffer.from(deflated!.bytes));
    }
  });

  it('lose no more by a gentle pass and a strong one than by the strong one', async () => {
    const page = scannedText(1024, 768);
    const scan = await codecs.image.encodeJpeg(page, { quality: 92, chroma: '4:2:0', effort: 'fast' });
    const shapes = pictureShape({ rId: 'rId2', width: 5, height: 3.75 });
    const slides = [{ shapes, relationships: [imageRelationship('rId2', 'a.jpg')] }];
    const source = { slides, parts: { 'ppt/media/a.jpg': scan } };
    const small = await shrink(source, { preset: 'small' });
    const balanced = await shrink(source);
    const twice = await run(balanced.bytes, { preset: 'small' });
    expect(small.bytes.length).toBeLessThan(balanced.bytes.length);
    expect(twice.bytes.length).toBeGreaterThan(0.995 * small.bytes.length);
  });

  it('stay as they are where they are lossless JPEGs', async () => {
    const rare = withFrame(jpeg, 0xc3);
    const deck = await shrink(pictureDeck({ 'a.jpg': rare, 'b.png': png }));
    expect(Buffer.from(deck.parts['ppt/media/a.jpg']!)).toEqual(Buffer.from(rare));
  });

  it('come down to the size they are shown at', async () => {
    const large = await photoJpeg(1200, 900);
    const shapes = pictureShape({ rId: 'rId2', width: 2, height: 1.5 });
    const slides = [{ shapes, relationships: [imageRelationship('rId2', 'a.jpg')] }];
    const deck = await shrink({ slides, parts: { 'ppt/media/a.jpg': large } }, { preset: 'small' });
    const info = await codecs.image.probe(deck.parts['ppt/media/a.jpg']!);
    expect([info.width, info.height]).toEqual([300, 225]);
  });

  it('that were made for their places stay, but not where a size is asked for', async () => {
    const own = { bytes: jpeg, format: 'jpeg', score: null, isResized: true } as const;
    const made = withPlacementMarker(own, PRESET_INFO.balanced.scoreFloor).bytes;
    const mediaOf = async (options: Parameters<typeof shrink>[1]) =>
      (await shrink(pictureDeck({ 'a.jpg': made }), options)).parts['ppt/media/a.jpg']!;
    expect(await mediaOf({ preset: 'balanced' })).toEqual(made);
    expect((await mediaOf({ preset: 'small' })).length).toBeLessThan(made.length);
    expect((await mediaOf({ targetBytes: 14_000 })).length).toBeLessThan(made.length);
  });

  it('carry the mark of what was made for their places', async () => {
    const deck = await shrink(pictureDeck({ 'a.jpg': jpeg, 'b.png': png }));
    for (const name of ['a.jpg', 'b.jpeg'])
      expect(placementFloor(deck.parts[`ppt/media/${name}`]!)).toBe(
        Math.round(PRESET_INFO.balanced.scoreFloor),
      );
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

  it('keep the frames of an animated PNG, however small it is shown', async () => {
    const deck = await shrink(pictureDeck({ 'a.png': await animatedPng(), 'b.jpg': jpeg }));
    const chunks = readChunks(deck.parts['ppt/media/a.png']!);
    const before = readChunks(await animatedPng());
    const frames = (list: typeof chunks): number => list.filter(({ type }) => type === 'fcTL').length;
    expect(frames(chunks)).toBe(frames(before));
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
    expect(deck.report.skips.map(({ code }) => code)).toContain('picture-unreadable');
  });

  it('stay as they are when our own code fails, and the rest of the deck is compressed', async () => {
    const decode: typeof codecs.image.decode = (bytes) =>
      bytes[0] === 0x89 ? Promise.reject(new Error('Input Bit Array is empty')) : codecs.image.decode(bytes);
    const failing = { ...codecs, image: { ...codecs.image, decode } };
    const deck = await shrink(pictureDeck({ 'a.png': png, 'b.jpg': jpeg }), { codecs: failing });
    expect(deck.parts['ppt/media/a.png']).toEqual(png);
    expect(deck.parts['ppt/media/b.jpg']!.length).toBeLessThan(jpeg.length);
    const failed = deck.report.skips.filter(({ code }) => code === 'part-failed');
    expect(failed).toMatchObject([{ count: 1 }]);
  });

  it('of a few pixels are not worth the search', async () => {
    const dot = await drawingPng(2, 2);
    const decoded: number[] = [];
    const decode: typeof codecs.image.decode = (bytes, options) => {
      decoded.push(bytes.length);
      return codecs.image.decode(bytes, options);
    };
    const watched = { ...codecs, image: { ...codecs.image, decode } };
    const deck = await shrink(pictureDeck({ 'a.png': dot, 'b.jpg': jpeg }), { codecs: watched });
    expect(deck.parts['ppt/media/a.png']).toEqual(dot);
    expect(decoded).toContain(jpeg.length);
    expect(decoded).not.toContain(dot.length);
    expect(deck.report.skips).toMatchObject([{ code: 'picture-already-small', count: 1 }]);
  });

  it('lose no sample in the lossless preset', async () => {
    const deck = await shrink(pictureDeck({ 'a.jpg': jpeg, 'b.png': png }), { preset: 'lossless' });
    expect(deck.report.score).toBeNull();
    const after = await codecs.image.decode(deck.parts['ppt/media/a.jpg']!);
    expect(after.data).toEqual((await codecs.image.decode(jpeg)).data);
  });

  it('keep gradients that fill the slide free of bands', async () => {
    const data = Uint8Array.from(
      { length: 960 * 540 * 3 },
      (_, index) => 130 + Math.floor(index / 3 / 540 / 14),
    );
    const gradient = { width: 960, height: 540, channels: 3, space: 'rgb', data } as const;
    const picture = await codecs.image.encodeJpeg(gradient, { quality: 97, chroma: '4:4:4' });
    const relationship = imageRelationship('rId2', 'a.jpg');
    const slides = [{ shapes: '', background: pictureBackground('rId2'), relationships: [relationship] }];
    const deck = await shrink({ slides, parts: { 'ppt/media/a.jpg': picture } });
    const shown = await codecs.image.decode(deck.parts['ppt/media/a.jpg']!);
    const before = await codecs.image.decode(picture);
    expect(shown.data.every((sample, index) => Math.abs(sample - before.data[index]!) <= 4)).toBe(true);
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
