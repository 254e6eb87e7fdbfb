import { describe, expect, it } from 'vitest';
import type { CompressionReport } from '#engine/index.ts';
import { photoLike } from '../../../bench/generated-pictures.ts';
import { judge, type Judgement } from '../../../bench/fuzz/judge.ts';
import { deckParts, imageRelationship, pictureShape, zipParts } from '#tests/fixtures/pptx-deck.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import sharp from 'sharp';

type Parts = Record<string, Uint8Array>;

const sentence = (words: string) =>
  `<p:sp><p:txBody><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp>`;

/** Two slides with a text each, the second one with a picture; a part that nothing names makes it longer. */
async function twoSlides(): Promise<Parts> {
  const { data, width, height, channels } = photoLike(32, 24, 1);
  const png = await sharp(data, { raw: { width, height, channels } }).png().toBuffer();
  return deckParts({
    slides: [
      { shapes: sentence('one') },
      {
        shapes: sentence('two') + pictureShape({ rId: 'rId2', width: 2, height: 1.5 }),
        relationships: [imageRelationship('rId2', 'image1.png')],
      },
    ],
    parts: { 'ppt/media/image1.png': new Uint8Array(png), 'ppt/media/unused.png': new Uint8Array(9_000) },
  });
}

function edited(parts: Parts, name: string, edit: (text: string) => string): Parts {
  return { ...parts, [name]: Buffer.from(edit(Buffer.from(parts[name]!).toString())) };
}

function without(parts: Parts, ...names: string[]): Parts {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => !names.includes(name)));
}

/** What the judge says when an engine makes `after` of `before`. */
function judged(before: Parts, after: Parts): Promise<Judgement> {
  const [bytes, result] = [before, after].map((parts) => zipParts(Object.entries(parts)));
  return judgedBytes(bytes!, result!);
}

function judgedBytes(bytes: Uint8Array, result: Uint8Array): Promise<Judgement> {
  const run = { cpuSeconds: 0, peakResidentBytes: 0, grownBytes: 0 };
  const end = { type: 'answered', bytes: result, report: {} as CompressionReport } as const;
  return judge({ kind: 'pptx', preset: 'balanced', bytes }, { ...run, end }, `${temporaryFolder()}/views`);
}

const RELATIONSHIPS = 'ppt/_rels/presentation.xml.rels';
const SECOND = ['ppt/slides/slide2.xml', 'ppt/slides/_rels/slide2.xml.rels', 'ppt/media/image1.png'];
const UNUSED = 'ppt/media/unused.png';

describe('the judge of decks', () => {
  it('lets a slide go that the presentation lists nowhere, with the pictures of it', async () => {
    const deck = edited(await twoSlides(), RELATIONSHIPS, (text) =>
      text.replace('slides/slide2.xml', 'theme/theme1.xml'),
    );
    expect(await judged(deck, without(deck, UNUSED, ...SECOND))).toEqual({ verdict: 'smaller', detail: '' });
  });

  it('looks past a part whose name is not in UTF-8', async () => {
    const deck = await twoSlides();
    const [bytes, result] = [deck, without(deck, UNUSED)].map((parts) =>
      Buffer.from(zipParts([...Object.entries(parts), ['odd/odd.bin', new Uint8Array(3)]])),
    );
    for (const each of [bytes!, result!])
      for (let at = each.indexOf('odd/'); at >= 0; at = each.indexOf('odd/', at)) each[at] = 0xf8;
    expect(await judgedBytes(bytes!, result!)).toEqual({ verdict: 'smaller', detail: '' });
  });

  it('has no opinion on a deck of which it cannot unpack a slide, and minds where only the result has one', async () => {
    const deck = await twoSlides();
    const [slide] = SECOND;
    const unread = edited(deck, slide!, () => '');
    expect(await judged(unread, without(deck, UNUSED))).toEqual({ verdict: 'smaller', detail: '' });
    expect(await judged(deck, without(unread, UNUSED))).toMatchObject({ verdict: 'unreadable' });
  });

  it('has no opinion on a deck at whose entries unzip stops because they overlap', async () => {
    const deck = await twoSlides();
    const overlapping = Buffer.from(zipParts(Object.entries(deck)));
    const LOCAL_HEADER_OFFSET = 42;
    const DIRECTORY_HEADER_BYTES = 46;
    const entry = overlapping.lastIndexOf(SECOND[0]!) - DIRECTORY_HEADER_BYTES;
    overlapping.writeUInt32LE(0, entry + LOCAL_HEADER_OFFSET);
    const result = zipParts(Object.entries(without(deck, UNUSED)));
    expect(await judgedBytes(overlapping, result)).toEqual({ verdict: 'smaller', detail: '' });
  });

  it('calls it different when a listed slide is lost, emptied, taken off the list or given another place', async () => {
    const deck = await twoSlides();
    const lean = without(deck, UNUSED);
    const losses: Record<string, Parts> = {
      lost: without(lean, ...SECOND),
      emptied: edited(lean, SECOND[0]!, (text) => text.replace('two', '')),
      'off the list': edited(lean, 'ppt/presentation.xml', (text) =>
        text.replace(/<p:sldId id="257"[^>]*>/, ''),
      ),
      'nowhere to be found': edited(lean, RELATIONSHIPS, (text) =>
        text.replace('slides/slide2.xml', 'slides/slide3.xml'),
      ),
      'in the place of the other': edited(lean, RELATIONSHIPS, (text) =>
        text.replace('slide1.xml', 'x').replace('slide2.xml', 'slide1.xml').replace('/x', '/slide2.xml'),
      ),
    };
    for (const [loss, after] of Object.entries(losses))
      expect(await judged(deck, after), loss).toMatchObject({ verdict: 'different' });
    expect(await judged(deck, lean)).toEqual({ verdict: 'smaller', detail: '' });
  });

  it('finds listed slides by addresses from the root, in another case, and under other names', async () => {
    const deck = edited(await twoSlides(), RELATIONSHIPS, (text) =>
      text.replace('slides/slide1.xml', '/ppt/slides/slide1.xml').replace('slides/slide2', 'Slides/SLIDE2'),
    );
    for (const part of ['ppt/slides/slide1.xml', 'ppt/slides/slide2.xml'])
      expect(await judged(deck, without(deck, UNUSED, part)), part).toMatchObject({ verdict: 'different' });
  });

  it('calls it different when a picture that a listed slide shows is another one', async () => {
    const deck = await twoSlides();
    const black = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const after = { ...without(deck, UNUSED), 'ppt/media/image1.png': new Uint8Array(black) };
    expect(await judged(deck, after)).toMatchObject({
      verdict: 'different',
      detail: expect.stringContaining('blocks differ'),
    });
  });

  it('compares a picture that was shrunk to the size at which it is shown at that size', async () => {
    const icon = await stripes(400);
    const deck = { ...(await twoSlides()), 'ppt/media/image1.png': icon };
    const after = (picture: Uint8Array) => ({ ...without(deck, UNUSED), 'ppt/media/image1.png': picture });
    const shrunk = await sharp(icon).resize(50, 50).png().toBuffer();
    expect(await judged(deck, after(new Uint8Array(shrunk)))).toEqual({ verdict: 'smaller', detail: '' });
    const turned = await sharp(shrunk).flop().png().toBuffer();
    expect(await judged(deck, after(new Uint8Array(turned)))).toMatchObject({ verdict: 'different' });
  });
});

/** Stripes as wide as blocks, on the left half of an icon. */
async function stripes(side: number): Promise<Uint8Array> {
  const width = side / 16;
  const data = Uint8Array.from({ length: side * side }, (_, at) => {
    const x = at % side;
    return x < side / 2 && Math.floor(x / width) % 2 === 0 ? 0 : 255;
  });
  const png = sharp(data, { raw: { width: side, height: side, channels: 1 } }).png();
  return new Uint8Array(await png.toBuffer());
}
