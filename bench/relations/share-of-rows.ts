import type { ImageCodec } from '#engine/codecs/ports/image-codec.ts';
import type { Raster } from '#engine/base/raster.ts';
import { turnedLeft, withoutOpaqueAlpha } from './rasters.ts';
import { detectKind } from '#engine/index.ts';
import { pngOf } from './png-writings.ts';
import type { RelationContext } from './relation.ts';
import type { Twins } from './twins.ts';

/** Quality at which both ways of a picture are coded. */
const QUALITY = 75;

const CODERS: Readonly<
  Record<'png' | 'jpeg' | 'webp', (raster: Raster, image: ImageCodec) => Promise<Uint8Array>>
> = {
  png: (raster, image) => image.optimizePng(pngOf(raster), { keepChunks: true, effort: 'quick' }),
  jpeg: (raster, image) => image.encodeJpeg(raster, { quality: QUALITY, chroma: '4:2:0' }),
  webp: (raster, image) => image.encodeWebp(raster, { quality: QUALITY, effort: 4 }),
};

/**
 * What twins may take more, as a share, for the way in which rows run: deflate sees bytes along a row alone, and runs of empty blocks go
 * along rows of a JPEG, so that lines of text take up to a tenth more where rows run across them. The samples of one result are coded
 * both ways, so that no choice of colours or quality counts.
 * @param turned the twin that is turned by 90°
 */
export async function sharesOfRows(
  twins: Twins,
  turned: string,
  { compress, image }: RelationContext,
): Promise<Readonly<Record<string, number>>> {
  const { plain } = twins;
  const kind = plain && detectKind(plain);
  if (kind !== 'png' && kind !== 'jpeg' && kind !== 'webp') return {};
  const shown = withoutOpaqueAlpha(await image.decode((await compress(plain!)).bytes));
  const code = CODERS[kind];
  const ratio = (await code(turnedLeft(shown), image)).length / (await code(shown, image)).length;
  if (ratio > 1) return { [turned]: ratio - 1 };
  const others = Object.keys(twins).filter((name) => name !== turned);
  return Object.fromEntries(others.map((name) => [name, 1 / ratio - 1]));
}
