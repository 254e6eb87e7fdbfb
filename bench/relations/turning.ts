import type { Raster } from '#engine/base/raster.ts';
import { detectKind } from '#engine/index.ts';
import { QUARTER_TURN, trimmed, TURNS, withoutOpaqueAlpha } from './rasters.ts';
import { pngOf } from './png-writings.ts';
import type { Relation, RelationContext } from './relation.ts';
import { sharesOfRows } from './share-of-rows.ts';
import { compareTwins, type Twins } from './twins.ts';

const SLACK = { share: 0.03, spareBytes: 700, points: 2 };

/** Pixels that are cut off at most before a picture is turned, so that blocks and tiles fall elsewhere with each seed. */
const MOST_TRIMMED_PX = 16;

/** Blocks of a JPEG: it is cut to whole ones, as another grid than its own takes a fifth more bytes however it is turned. */
const BLOCK_PX = 16;

/** Smaller pictures are what entropy coders make of them. */
const LEAST_SIDE_PX = 48;

/** Turning a picture changes neither its bytes nor its score. */
export const turning: Relation = {
  name: 'turning',
  title: 'a picture that is mirrored or turned by 90° or 180° comes out as small',
  check: async (file, context) => {
    const twins = await turnedTwins(file, context);
    const moreShares = await sharesOfRows(twins, QUARTER_TURN, context);
    return compareTwins(twins, context.compress, { ...SLACK, moreShares });
  },
};

async function turnedTwins(file: Uint8Array, { image, random }: RelationContext): Promise<Twins> {
  const encode = await encoderFor(file, image);
  if (!encode) return {};
  const whole = withoutOpaqueAlpha(await image.decode(file));
  if (Math.min(whole.width, whole.height) < LEAST_SIDE_PX) return {};
  const isJpeg = detectKind(file) === 'jpeg';
  const [right, bottom] = [whole.width, whole.height].map((side) =>
    isJpeg ? side % BLOCK_PX : random.below(MOST_TRIMMED_PX),
  ) as [number, number];
  const picture = trimmed(whole, right, bottom);
  const twins: Record<string, Uint8Array> = { plain: await encode(picture) };
  for (const [name, turn] of Object.entries(TURNS)) twins[name] = await encode(turn(picture));
  return twins;
}

type Encode = (raster: Raster) => Uint8Array | Promise<Uint8Array>;

/** How the twins of a still are stored: in its own format, so that they hold the samples as exactly as it can. */
async function encoderFor(file: Uint8Array, image: RelationContext['image']): Promise<Encode | null> {
  const { format, frames, space, chromaSubsampling } = await image.probe(file);
  if (frames > 1 || space === 'cmyk' || space === 'other') return null;
  const chroma = chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0';
  if (format === 'png') return (raster) => pngOf(raster);
  if (format === 'jpeg') return (raster) => image.encodeJpeg(raster, { quality: 92, chroma, effort: 'fast' });
  if (format === 'webp')
    return (raster) => image.encodeWebp(raster, { quality: 100, lossless: true, effort: 1 });
  return null;
}
