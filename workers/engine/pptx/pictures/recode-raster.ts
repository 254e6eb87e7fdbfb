import type { ImageInfo } from '../../codecs/image-codec.ts';
import { withMetadata } from '../../jpeg/rebuild.ts';
import { compressPicture } from '../../pictures/compress-picture.ts';
import type { Raster } from '../../raster.ts';
import { encodeJpegToFloor } from '../../search/encode-jpeg-to-floor.ts';
import { findResizedSize } from '../displayed/picture-use.ts';
import { smallestOf, type NewPicture } from './new-picture.ts';
import { floorFor, jpegFloorFor, pictureContext } from './picture-quality.ts';
import { countColours, withoutOpaqueAlpha } from './raster-facts.ts';
import { takeScore, type PictureTask } from './recompress-picture.ts';

/** The PNG that a raster was decoded from. */
interface SourcePng {
  readonly bytes: Uint8Array;
  readonly info: ImageInfo;
}

/**
 * Recodes a picture that was stored without loss: as PNG, or as JPEG where it is opaque and looks the same, at its own
 * size or at the one it is shown at. The smallest wins.
 * @param png the source where it is a PNG; null for formats that give way in any case (BMP, TIFF, still GIF)
 */
export async function recodeRaster(
  decoded: Raster,
  png: SourcePng | null,
  task: PictureTask,
): Promise<NewPicture | null> {
  const { use, quality, context } = task;
  const raster = withoutOpaqueAlpha(decoded);
  const isDeep = png !== null && png.info.depth === 16;
  const isLossy = floorFor(use, quality) < 100;
  const size = isLossy ? findResizedSize(use, raster, quality.ppi) : null;
  const shown = size ? await context.codecs.image.resize(raster, size.width, size.height) : raster;
  const colours = countColours(raster);

  const candidates: (NewPicture | null)[] = [];
  const isOpaque = raster.channels === 1 || raster.channels === 3;
  // Few colours pack better as they are, and letters on them would show the noise.
  if (isOpaque && isLossy && colours > FEW_COLOURS)
    candidates.push(await asJpeg(shown, size !== null, png, task));
  const jpeg = smallestOf(candidates);
  // A photograph: hundreds of kilobytes as PNG, and a palette would show bands.
  if (jpeg && colours > MANY_COLOURS && jpeg.bytes.length < 0.5 * task.packedBytes) return jpeg;
  if (size) candidates.push(await asPng(await context.codecs.image.encodePng(shown), true, png, task));
  const beatsOriginal = smallestOf(candidates);
  // Resampling adds colours to drawings, so the full size can win; not where it starts far behind.
  const isFar = beatsOriginal !== null && beatsOriginal.bytes.length < 0.2 * task.packedBytes;
  if (png && !isFar) candidates.push(await asPng(png.bytes, false, png, task));
  else if (!png && !size)
    candidates.push(await asPng(await context.codecs.image.encodePng(raster), false, png, task));
  return smallestOf(
    isDeep && !isLossy ? candidates.filter((candidate) => candidate?.score === null) : candidates,
  );
}

const FEW_COLOURS = 256;
/** In a sample of 65 536 pixels. */
const MANY_COLOURS = 6000;

async function asJpeg(
  raster: Raster,
  isResized: boolean,
  png: SourcePng | null,
  { use, quality, context }: PictureTask,
): Promise<NewPicture | null> {
  const { signal, deadlineMs, codecs } = context;
  const encoded = await encodeJpegToFloor(raster, {
    codec: codecs.image,
    floor: jpegFloorFor(use, quality),
    chroma: ['4:2:0', '4:4:4'],
    signal,
    deadlineMs,
  });
  if (!encoded) return null;
  const kept = { icc: png?.info.icc ?? null, orientation: 1, density: null, comment: null };
  return { bytes: withMetadata(encoded.bytes, kept), format: 'jpeg', score: encoded.score, isResized };
}

async function asPng(
  bytes: Uint8Array,
  isResized: boolean,
  source: SourcePng | null,
  { use, quality, context: deckContext }: PictureTask,
): Promise<NewPicture | null> {
  const context = pictureContext(deckContext);
  const floor = use.coversSlide ? jpegFloorFor(use, quality) : floorFor(use, quality);
  const smaller = await compressPicture(bytes, context, { floor });
  const isSource = source !== null && smaller === source.bytes;
  // A profile would be lost on the way through a resized raster.
  if (isSource || (isResized && source?.info.icc)) return null;
  return { bytes: smaller, format: 'png', score: takeScore(context), isResized };
}
