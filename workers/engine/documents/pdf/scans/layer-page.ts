import type { Raster } from '../../../base/raster.ts';
import { stackedParts } from '../../../quality/metrics/stacked-parts.ts';
import { findJpeg } from '../../pictures/find-jpeg.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { encodeBilevel } from '../images/encode/encode-bilevel.ts';
import type { Bitmap } from '../images/jbig2/bitmap.ts';
import { rowBytesOf } from '../images/read/samples.ts';
import { judgePage } from './judge-page.ts';
import { bitmapOfStrokes } from './ink.ts';
import type { Area } from './kept-areas.ts';
import { takeApart, type PageLayers } from './take-apart.ts';
import { MOST_PASSES } from './tuning.ts';

/** How fine the layers of a page are. */
export interface LayerSettings {
  /** Lowest score of background and pictures, SSIMULACRA2 scale. */
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

/** The layers of a page as they are stored, in the order in which they are painted. */
export interface EncodedLayers {
  /** The background first. */
  readonly parts: readonly EncodedPart[];
  readonly inks: readonly EncodedInk[];
  /** What the inks' bitmaps share: data for JBIG2Globals; empty where they share nothing. */
  readonly symbols: Uint8Array;
}

export interface EncodedInk {
  /** Samples of its colour. */
  readonly colour: readonly number[];
  readonly bitmap: Bitmap;
  readonly jbig2: Uint8Array;
  readonly usesSymbols: boolean;
}

/**
 * A scanned page in layers, each proven by decoding it and comparing the page with its scan.
 * @param dpi resolution of the scan
 * @returns undefined where the page is no text on paper, "in-doubt" where its layers do not show all of it
 */
export async function layerPage(
  job: PdfJob,
  raster: Raster,
  dpi: number,
  settings: LayerSettings,
): Promise<EncodedLayers | 'in-doubt' | undefined> {
  const px = (millimetres: number): number => Math.max(1, Math.round((millimetres * dpi) / MM_PER_INCH));
  const factor = Math.max(2, Math.round(dpi / settings.backgroundDpi));
  let failed: Area[] = [];
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const layers = takeApart(raster, { px, factor, kept: failed });
    if (!layers) return undefined;
    const encoded = await encodeLayers(job, raster, layers, { ...settings, dpi });
    if (!encoded) return 'in-doubt';
    const found = judgePage(raster, await shownPage(job, raster, encoded), { px, pictures: layers.pictures });
    if (found.length === 0) return encoded;
    failed = [...failed, ...found];
  }
  return 'in-doubt';
}

const MM_PER_INCH = 25.4;

async function encodeLayers(
  job: PdfJob,
  raster: Raster,
  { background, factor, pictures, inks }: PageLayers,
  settings: LayerSettings & { readonly dpi: number },
): Promise<EncodedLayers | undefined> {
  const whole = { left: 0, top: 0, right: background.width * factor, bottom: background.height * factor };
  const paper = await encodePart(job, background, whole, {
    floor: settings.floor,
    dpi: settings.dpi / factor,
  });
  if (!paper) return undefined;
  const parts = [paper];
  for (const area of pictures) {
    const part = await encodePicture(job, raster, area, settings);
    if (!part) return undefined;
    parts.push(part);
  }
  const bitmaps = inks.map(({ strokes }) =>
    without(bitmapOfStrokes(strokes, raster.width, raster.height), pictures),
  );
  const { symbols, bitmaps: coded } = await encodeBilevel(
    job,
    bitmaps.map((bitmap) => ({ bitmap, storedBytes: Infinity })),
  );
  return {
    parts,
    symbols,
    inks: inks.map(({ colour }, index) => ({
      colour: colour.map(Math.round),
      bitmap: bitmaps[index]!,
      jbig2: coded[index]!.data,
      usesSymbols: coded[index]!.usesSymbols,
    })),
  };
}

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
  return encodePart(job, sized, area, { floor, dpi: dpi * scale });
}

async function encodePart(
  job: PdfJob,
  raster: Raster,
  area: Area,
  { floor, dpi }: { readonly floor: number; readonly dpi: number },
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

/** A bitmap with white in some areas. */
function without(bitmap: Bitmap, areas: readonly Area[]): Bitmap {
  const rowBytes = rowBytesOf(bitmap.width, 1, 1);
  for (const { left, top, right, bottom } of areas)
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) bitmap.data[y * rowBytes + (x >> 3)]! &= ~(0x80 >> (x & 7));
  return bitmap;
}

/** What a reader shows of the layers, at the scan's resolution. */
async function shownPage(job: PdfJob, scan: Raster, { parts, inks }: EncodedLayers): Promise<Raster> {
  const shown: Raster = { ...scan, data: new Uint8Array(scan.data.length) };
  for (const { area, jpeg } of parts) paintPicture(shown, area, await job.context.codecs.image.decode(jpeg));
  for (const ink of inks) paintInk(shown, ink);
  return shown;
}

/** Paints a picture over an area, as readers do that do not smooth it. */
function paintPicture(shown: Raster, { left, top, right, bottom }: Area, picture: Raster): void {
  const { width, height, channels, data } = shown;
  for (let y = top; y < Math.min(height, bottom); y++) {
    const row = Math.floor(((y - top) * picture.height) / (bottom - top)) * picture.width;
    for (let x = left, to = (y * width + left) * channels; x < Math.min(width, right); x++) {
      let from = (row + Math.floor(((x - left) * picture.width) / (right - left))) * channels;
      for (let channel = 0; channel < channels; channel++) data[to++] = picture.data[from++]!;
    }
  }
}

function paintInk({ width, height, channels, data }: Raster, { bitmap, colour }: EncodedInk): void {
  const rowBytes = rowBytesOf(width, 1, 1);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += channels)
      if ((bitmap.data[y * rowBytes + (x >> 3)]! & (0x80 >> (x & 7))) !== 0) data.set(colour, to);
}
