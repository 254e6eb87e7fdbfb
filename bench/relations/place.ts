import { PDFDocument } from '@cantoo/pdf-lib';
import type { Raster } from '#engine/base/raster.ts';
import { detectKind } from '#engine/index.ts';
import { buildDeck, EMU_PER_INCH, imageRelationship, pictureShape } from '#tests/fixtures/pptx-deck.ts';
import { withoutOpaqueAlpha } from './rasters.ts';
import { pngOf } from './png-writings.ts';
import type { Relation, RelationContext } from './relation.ts';

/** Of the bytes alone, the share that a picture may take more in a document, and bytes that its entries take. */
const MORE_SHARE = 0.05;
const ENTRY_BYTES = 1000;

/** Resolution at which the picture is shown: at that of a usual screen no pixel of it is too many. */
const SHOWN_DPI = 110;
const POINTS_PER_INCH = 72;
/** Larger pictures are reduced to so many pixels, as a slide does not show more at that resolution. */
const MOST_PIXELS = 1.6e6;

/** A picture that is shown whole costs on a page and on a slide what it costs alone. */
export const place: Relation = {
  name: 'place',
  title: 'a picture costs on a page and on a slide what it costs alone',
  check: async (file, context) => {
    const shown = await shownPicture(file, context);
    if (!shown) return [];
    const alone = (await context.compress(shown.file)).bytes.length;
    const most = alone * (1 + MORE_SHARE) + ENTRY_BYTES;
    // What a document takes beside its picture, which is not the picture's.
    const none = { ...shown, file: await context.image.encodeJpeg(SPECK, { quality: 50, chroma: '4:2:0' }) };
    const faults: string[] = [];
    for (const [name, documentOf] of Object.entries({ page: pageOf, slide: slideOf })) {
      const whole = (await context.compress(await documentOf(shown))).bytes.length;
      const empty = (await context.compress(await documentOf({ ...none, format: 'jpeg' }))).bytes.length;
      if (whole - empty > most) faults.push(`${whole - empty} on a ${name}, alone ${alone}`);
    }
    return faults;
  },
};

const SPECK: Raster = { width: 1, height: 1, channels: 3, space: 'rgb', data: new Uint8Array(3) };

interface ShownPicture {
  readonly file: Uint8Array;
  readonly format: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
}

async function shownPicture(file: Uint8Array, { image }: RelationContext): Promise<ShownPicture | null> {
  const kind = detectKind(file);
  if (kind !== 'png' && kind !== 'jpeg') return null;
  const { frames, space, icc } = await image.probe(file);
  // Profiles mean other colours on a page, whose pictures have none.
  if (frames > 1 || space === 'cmyk' || icc) return null;
  const whole = withoutOpaqueAlpha(await image.decode(file));
  if (whole.channels === 2 || whole.channels === 4) return null;
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (whole.width * whole.height)));
  const [width, height] = [whole.width, whole.height].map((side) => Math.round(side * scale)) as [
    number,
    number,
  ];
  const raster = scale < 1 ? await image.resize(whole, width, height) : whole;
  const jpeg = { quality: 93, chroma: '4:4:4', effort: 'fast' } as const;
  return {
    file: kind === 'png' ? pngOf(raster) : await image.encodeJpeg(raster, jpeg),
    format: kind,
    width,
    height,
  };
}

async function pageOf({ file, format, width, height }: ShownPicture): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const picture = format === 'png' ? await document.embedPng(file) : await document.embedJpg(file);
  const [across, down] = [width, height].map((side) => (side / SHOWN_DPI) * POINTS_PER_INCH) as [
    number,
    number,
  ];
  document.addPage([across, down]).drawImage(picture, { x: 0, y: 0, width: across, height: down });
  return document.save();
}

function slideOf({ file, format, width, height }: ShownPicture): Uint8Array {
  const name = `picture.${format}`;
  const size = { width: width / SHOWN_DPI, height: height / SHOWN_DPI };
  return buildDeck({
    slideEmu: {
      width: Math.round(size.width * EMU_PER_INCH),
      height: Math.round(size.height * EMU_PER_INCH),
    },
    slides: [
      {
        shapes: pictureShape({ rId: 'rId2', x: 0, y: 0, ...size }),
        relationships: [imageRelationship('rId2', name)],
      },
    ],
    parts: { [`ppt/media/${name}`]: file },
  });
}
