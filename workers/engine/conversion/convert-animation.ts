import type { EngineContext } from '../context.ts';
import { EngineError } from '../api/errors.ts';
import type { OutputKind, PictureKind } from '../api/kinds.ts';
import { neverLarger } from '../api/report/findings.ts';
import type { Outcome } from '../api/report/report.ts';
import type { MovingPicture } from '../formats/animation/moving-picture.ts';
import { pixelsOf, rasterOfPixels } from '../formats/animation/pixels.ts';
import { loadPicture } from '../formats/load-picture.ts';
import type { Conversion, SourcePicture } from './conversion.ts';
import type { Size } from './fit-inside.ts';
import { scaleRaster } from './scale-raster.ts';
import { isTurned, turnUpright } from './turn-upright.ts';
import { MOST_MOVING_PIXELS } from './tuning.ts';

/** Whether an animation of a kind can have a format: its own, or that which every browser plays. */
export function movesAs(format: OutputKind, kind: PictureKind): format is PictureKind {
  return format === kind || format === 'webp';
}

/** An animation in a format that can move: written without loss in its new size, then compressed as a file of its own. */
export async function convertAnimation(
  format: OutputKind,
  { kind, moving }: Conversion,
  context: EngineContext,
): Promise<Outcome> {
  if (!movesAs(format, kind)) throw animationError();
  const written = await moving(format);
  const { compress } = await loadPicture(format);
  return neverLarger(written, await compress!(written, context));
}

/** @throws EngineError "unsupported" */
export function animationError(): EngineError {
  return new EngineError(
    'unsupported',
    'This image moves: it keeps its format or becomes a WebP. Choose the format webp, or leave the format out, and try again.',
  );
}

/**
 * An animation in another format or size, without loss.
 * @param size upright, in px
 * @throws EngineError "damaged", "limit-exceeded", or "unsupported" where programs disagree about what the source shows
 */
export async function writeMoving(
  format: PictureKind,
  { kind, facts }: Pick<SourcePicture, 'kind' | 'facts'>,
  size: Size,
  context: EngineContext,
): Promise<Uint8Array> {
  const [from, to] = [(await loadPicture(kind)).moving!, (await loadPicture(format)).moving!];
  const { width, height, frameCount, orientation } = facts;
  if (width * height * frameCount > MOST_MOVING_PIXELS)
    throw new EngineError(
      'limit-exceeded',
      `The images of this animation have more than ${MOST_MOVING_PIXELS / 1e6} megapixels together, which is the limit for another format or size.`,
    );
  const isSame = size.width === (isTurned(orientation) ? height : width);
  const asStored = isTurned(orientation) ? { width: size.height, height: size.width } : size;
  const read = await from.read(
    facts,
    (pixels) => {
      if (isSame && orientation === 1) return pixels;
      const stored = rasterOfPixels(pixels, width, height);
      return pixelsOf(turnUpright(isSame ? stored : scaleRaster(stored, asStored), orientation));
    },
    context,
  );
  if (!read)
    throw new EngineError(
      'unsupported',
      'This animation breaks rules of its format, so that programs show it in different ways. Leave format and size out and try again.',
    );
  const moving: MovingPicture = { ...size, ...read };
  return to.write(moving, facts, context);
}
