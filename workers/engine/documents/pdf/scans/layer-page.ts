import type { Raster } from '../../../base/raster.ts';
import { findJpeg } from '../../pictures/find-jpeg.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { deflateJpeg, type StoredJpeg } from '../images/encode/deflate-jpeg.ts';
import type { Bitmap } from '../images/jbig2/bitmap.ts';
import { rowBytesOf } from '../images/read/samples.ts';
import { filledAreas } from './background.ts';
import { bitmapOfRuns } from './ink.ts';
import { judgePage } from './judge-page.ts';
import { frameOf, KeptCells, pixelsOf, type Area } from './kept-areas.ts';
import { cutOut, onlyPlaces, placeIn } from './kept-picture.ts';
import { mosaicOf } from './mosaic.ts';
import { ShownPage } from './shown-page.ts';
import { takeApart } from './take-apart.ts';
import {
  FINE_DPI,
  KEPT_BONUS_POINTS,
  KEPT_MM,
  LETTERS_MM,
  LETTERS_SHARE,
  MOST_KEPT_SHARE,
} from './tuning.ts';

/** How fine the layers of a page are. */
export interface LayerSettings {
  /** Lowest visual score of pictures. */
  readonly floor: number;
  /** Resolution that pictures are brought down to. */
  readonly pictureDpi: number;
  readonly backgroundDpi: number;
  /** Quality of the background as a JPEG. */
  readonly paperQuality: number;
}

/** A picture that covers a part of a page, as a JPEG. */
export interface EncodedPart extends StoredJpeg {
  readonly area: Area;
  readonly width: number;
  readonly height: number;
  /** Where it is shown: in all of its area, or in some of it. */
  readonly places: readonly Area[];
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
  const { image } = job.context.codecs;
  const asPaper = (drawn: Raster) =>
    image.encodeJpeg(drawn, { quality: settings.paperQuality, chroma: '4:2:0' });
  const kept = new KeptCells(raster, px(KEPT_MM));
  const bare = await asPaper(background);
  const shown = new ShownPage(raster, await image.decode(bare), layers);
  const found = judgePage(raster, (top, bottom) => shown.rows(top, bottom), px);
  for (const area of [...inDoubt, ...found]) kept.keep(area);
  const pictures = kept.areas();
  if (!pictures || pixelsOf(pictures) > width * height * MOST_KEPT_SHARE) return 'in-doubt';
  const whole = { left: 0, top: 0, right: background.width * factor, bottom: background.height * factor };
  const jpeg = pictures.length > 0 ? await asPaper(filledAreas(background, pictures, factor)) : bare;
  const { width: across, height: down } = background;
  const paper = { area: whole, places: [whole], data: jpeg, isDeflated: false, width: across, height: down };
  const covering = await encodePictures(job, raster, pictures, { ...settings, dpi });
  if (!covering) return 'in-doubt';
  const masks = inks.map(({ colour, runs }) => ({
    colour: colour.map(Math.round),
    bitmap: without(bitmapOfRuns(runs, width * times, height * times), pictures, times),
  }));
  return {
    parts: [paper, ...covering],
    inks: masks.filter(({ bitmap }) => bitmap.data.some((bits) => bits !== 0)),
  };
}

const MM_PER_INCH = 25.4;

/** How parts of a page are stored as pictures. */
interface PictureSettings extends LayerSettings {
  /** Resolution of the scan. */
  readonly dpi: number;
}

/**
 * The parts of a page that stay pictures: letters finer than photographs, since they stand beside sharp ones.
 * @returns undefined where no quality will do
 */
async function encodePictures(
  job: PdfJob,
  raster: Raster,
  places: readonly Area[],
  settings: PictureSettings,
): Promise<EncodedPart[] | undefined> {
  const { dpi, pictureDpi } = settings;
  const most = pictureDpi < dpi ? (LETTERS_MM * dpi) / MM_PER_INCH : 0;
  const areLetters = ({ left, top, right, bottom }: Area): boolean =>
    Math.min(right - left, bottom - top) <= most;
  const letters = places.filter(areLetters);
  const photographs = places.filter((place) => !areLetters(place));
  const finer = { ...settings, pictureDpi: pictureDpi * LETTERS_SHARE };
  const parts = await encodeTogether(job, raster, photographs, settings);
  const finerParts = await encodeTogether(job, raster, letters, finer);
  return parts && finerParts && [...parts, ...finerParts];
}

/**
 * Parts of a page brought down as pictures of documents are. They are one JPEG: a head for each takes more than strips and specks do,
 * and they tell too little by themselves to choose a quality.
 * @returns undefined where no quality will do
 */
async function encodeTogether(
  job: PdfJob,
  raster: Raster,
  places: readonly Area[],
  { floor, dpi, pictureDpi }: PictureSettings,
): Promise<EncodedPart[] | undefined> {
  if (places.length === 0) return [];
  const area = frameOf(places);
  const cut = cutOut(raster, area);
  const scale = Math.min(1, pictureDpi / dpi);
  const [width, height] = [cut.width, cut.height].map((side) => Math.max(1, Math.round(side * scale)));
  const picture = scale < 1 ? await job.context.codecs.image.resize(cut, width!, height!) : cut;
  const kept = places.map((place) => placeIn(picture, area, place));
  const request = {
    floor: floor + KEPT_BONUS_POINTS,
    dpi: dpi * scale,
    isDrawn: false,
    hasHalvedChroma: false,
    hasColouredStrokes: true,
    isForTarget: false,
    maxBytes: Infinity,
    isDeflated: true,
  };
  const pieces = kept.map((place) => cutOut(picture, place));
  const found = await findJpeg(mosaicOf(pieces), request, job.context);
  if (!found) return undefined;
  const jpeg = await found.setting.encode(onlyPlaces(picture, kept), found.quality);
  return [{ area, ...(await deflateJpeg(job, jpeg)), width: picture.width, height: picture.height, places }];
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
