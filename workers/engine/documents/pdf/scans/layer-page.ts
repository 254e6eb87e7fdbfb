import type { Raster } from '../../../base/raster.ts';
import { stackedParts } from '../../../quality/metrics/stacked-parts.ts';
import { findJpeg } from '../../pictures/find-jpeg.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import type { Bitmap } from '../images/jbig2/bitmap.ts';
import { rowBytesOf } from '../images/read/samples.ts';
import { bitmapOfStrokes } from './ink.ts';
import { judgePage } from './judge-page.ts';
import { KeptCells, pixelsOf, type Area } from './kept-areas.ts';
import { ShownPage } from './shown-page.ts';
import { takeApart } from './take-apart.ts';
import { FINE_DPI, KEPT_BONUS_POINTS, KEPT_MM, MOST_KEPT_SHARE } from './tuning.ts';

/** How fine the layers of a page are. */
export interface LayerSettings {
  /** Lowest visual score of background and pictures. */
  readonly floor: number;
  /** Resolution that pictures are brought down to. */
  readonly pictureDpi: number;
  readonly backgroundDpi: number;
}

/** A picture that covers a part of a page, as a JPEG. */
export interface EncodedPart {
  readonly area: Area;
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The layers of a page in the order in which they are painted. */
export interface LayeredPage {
  /** The background first. */
  readonly parts: readonly EncodedPart[];
  readonly inks: readonly InkMask[];
}

export interface InkMask {
  /** Samples of its colour. */
  readonly colour: readonly number[];
  readonly bitmap: Bitmap;
}

/**
 * A scanned page in layers. What a reader would show of them is compared with the scan: places that differ stay pictures.
 * @param dpi resolution of the scan
 * @returns undefined where the page is no text on paper, "in-doubt" where its layers do not show most of it
 */
export async function layerPage(
  job: PdfJob,
  raster: Raster,
  dpi: number,
  settings: LayerSettings,
): Promise<LayeredPage | 'in-doubt' | undefined> {
  const { width, height } = raster;
  const px = (millimetres: number): number => Math.max(1, Math.round((millimetres * dpi) / MM_PER_INCH));
  const factor = Math.max(2, Math.round(dpi / settings.backgroundDpi));
  const times = dpi < FINE_DPI ? 2 : 1;
  const layers = takeApart(raster, { px, factor, times });
  if (!layers) return undefined;
  const { background, inks, inDoubt } = layers;
  const whole = { left: 0, top: 0, right: background.width * factor, bottom: background.height * factor };
  const paper = await encodePart(job, background, whole, { ...settings, dpi: dpi / factor });
  if (!paper) return 'in-doubt';
  const kept = new KeptCells(raster, px(KEPT_MM));
  for (const area of inDoubt) kept.keep(area);
  const shown = new ShownPage(
    raster,
    await job.context.codecs.image.decode(paper.jpeg),
    layers,
    kept.areas(),
  );
  const found = judgePage(raster, (top, bottom) => shown.rows(top, bottom), { px, pictures: kept.areas() });
  for (const area of found) kept.keep(area);
  const pictures = kept.areas();
  if (pixelsOf(pictures) > width * height * MOST_KEPT_SHARE) return 'in-doubt';
  const parts = [paper];
  for (const area of pictures) {
    const part = await encodePicture(job, raster, area, { ...settings, dpi });
    if (!part) return 'in-doubt';
    parts.push(part);
  }
  const masks = inks.map(({ colour, strokes }) => ({
    colour: colour.map(Math.round),
    bitmap: without(bitmapOfStrokes(strokes, width * times, height * times), pictures, times),
  }));
  return { parts, inks: masks.filter(({ bitmap }) => bitmap.data.some((bits) => bits !== 0)) };
}

const MM_PER_INCH = 25.4;

/** A part of the page that stays a picture, brought down as pictures of documents are. */
async function encodePicture(
  job: PdfJob,
  raster: Raster,
  area: Area,
  { floor, dpi, pictureDpi }: LayerSettings & { readonly dpi: number },
): Promise<EncodedPart | undefined> {
  const scale = Math.min(1, pictureDpi / dpi);
  const { left, top, right, bottom } = area;
  const cut = stackedParts(raster, [{ x: left, y: top, width: right - left, height: bottom - top }]);
  const width = Math.max(1, Math.round(cut.width * scale));
  const height = Math.max(1, Math.round(cut.height * scale));
  const sized = scale < 1 ? await job.context.codecs.image.resize(cut, width, height) : cut;
  return encodePart(job, sized, area, { floor: floor + KEPT_BONUS_POINTS, dpi: dpi * scale });
}

async function encodePart(
  job: PdfJob,
  raster: Raster,
  area: Area,
  { floor, dpi }: Pick<LayerSettings, 'floor'> & { readonly dpi: number },
): Promise<EncodedPart | undefined> {
  const { width, height } = raster;
  const request = {
    floor,
    dpi,
    isDrawn: false,
    hasHalvedChroma: false,
    isForTarget: false,
    maxBytes: Infinity,
    isDeflated: true,
  };
  const found = await findJpeg(raster, request, job.context);
  return found ? { area, jpeg: found.jpeg, width, height } : undefined;
}

/** A bitmap with white in some areas. @param times pixels of the bitmap on a side of a pixel of the areas */
function without(bitmap: Bitmap, areas: readonly Area[], times: number): Bitmap {
  const rowBytes = rowBytesOf(bitmap.width, 1, 1);
  for (const { left, top, right, bottom } of areas)
    for (let y = top * times; y < bottom * times; y++)
      for (let x = left * times; x < right * times; x++)
        bitmap.data[y * rowBytes + (x >> 3)]! &= ~(0x80 >> (x & 7));
  return bitmap;
}
