import type { Raster } from '../../../base/raster.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { deflateJpeg, type StoredJpeg } from '../images/encode/deflate-jpeg.ts';
import type { Bitmap } from '../images/jbig2/bitmap.ts';
import { filledAreas } from './background.ts';
import { bitmapOfRuns, withoutAreas } from './ink.ts';
import { judgePage } from './judge-page.ts';
import { frameOf, KeptCells, pixelsOf, type Area } from './kept-areas.ts';
import { cutOut, onlyPlaces, placeIn } from './kept-picture.ts';
import { ShownPage } from './shown-page.ts';
import { takeApart } from './take-apart.ts';
import { FINE_DPI, KEPT_MM, LETTERS_MM, LETTERS_SHARE, MOST_KEPT_SHARE } from './tuning.ts';

/** How fine the layers of a page are. */
export interface LayerSettings {
  /** Resolution that pictures are brought down to. */
  readonly pictureDpi: number;
  readonly backgroundDpi: number;
  /** Quality of the background as a JPEG, and of pictures. */
  readonly paperQuality: number;
  readonly keptQuality: number;
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
  const masks = inks.map(({ colour, runs }) => ({
    colour: colour.map(Math.round),
    bitmap: withoutAreas(bitmapOfRuns(runs, width * times, height * times), pictures, times),
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

/** The parts of a page that stay pictures: letters finer than photographs, since they stand beside sharp ones. */
async function encodePictures(
  job: PdfJob,
  raster: Raster,
  places: readonly Area[],
  settings: PictureSettings,
): Promise<EncodedPart[]> {
  const { dpi, pictureDpi } = settings;
  const most = pictureDpi < dpi ? (LETTERS_MM * dpi) / MM_PER_INCH : 0;
  const areLetters = ({ left, top, right, bottom }: Area): boolean =>
    Math.min(right - left, bottom - top) <= most;
  const letters = places.filter(areLetters);
  const photographs = places.filter((place) => !areLetters(place));
  const finer = { ...settings, pictureDpi: pictureDpi * LETTERS_SHARE };
  const parts = await encodeTogether(job, raster, photographs, settings);
  return [...parts, ...(await encodeTogether(job, raster, letters, finer))];
}

/**
 * Parts of a page brought down as pictures of documents are. They are one JPEG: a head for each takes more than strips and specks do.
 * They tell too little by themselves to search a quality, and full chroma keeps a blue pen beside a black mask blue.
 */
async function encodeTogether(
  job: PdfJob,
  raster: Raster,
  places: readonly Area[],
  { dpi, pictureDpi, keptQuality }: PictureSettings,
): Promise<EncodedPart[]> {
  if (places.length === 0) return [];
  const { image } = job.context.codecs;
  const area = frameOf(places);
  const cut = cutOut(raster, area);
  const scale = Math.min(1, pictureDpi / dpi);
  const [width, height] = [cut.width, cut.height].map((side) => Math.max(1, Math.round(side * scale)));
  const picture = scale < 1 ? await image.resize(cut, width!, height!) : cut;
  const kept = places.map((place) => placeIn(picture, area, place));
  const jpeg = await image.encodeJpeg(onlyPlaces(picture, kept), {
    quality: keptQuality,
    chroma: '4:4:4',
  });
  return [{ area, ...(await deflateJpeg(job, jpeg)), width: picture.width, height: picture.height, places }];
}
