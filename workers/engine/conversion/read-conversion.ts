import { EngineError } from '../api/errors.ts';
import type { OutputKind, PictureKind } from '../api/kinds.ts';
import type { EngineContext } from '../context.ts';
import { loadPicture } from '../formats/load-picture.ts';
import { movesAs, animationError, writeMoving } from './convert-animation.ts';
import type { Conversion, SourcePicture } from './conversion.ts';
import { fitInside, type Bounds } from './fit-inside.ts';
import { decodeStored, showAt, sizeOf, type DecodedPicture } from './shown-picture.ts';

/** Reads what a picture says of itself. @throws EngineError "damaged" or "too-large" */
export async function readPicture(
  kind: PictureKind,
  source: Uint8Array,
  context: EngineContext,
): Promise<SourcePicture> {
  const { read } = await loadPicture(kind);
  const facts = await read(source, context);
  return { source, kind, facts, stored: () => decodeStored(facts, context) };
}

/** A picture on its way to a size within bounds. */
export function conversionTo(picture: SourcePicture, bounds: Bounds, context: EngineContext): Conversion {
  const { facts } = picture;
  const own = sizeOf(facts);
  const size = fitInside(own, bounds);
  let decoded: Promise<DecodedPicture> | undefined;
  const decodeOnce = async (): Promise<DecodedPicture> =>
    showAt(await picture.stored(), facts, size, context);
  const written = new Map<PictureKind, Promise<Uint8Array>>();
  const writeOnce = (format: PictureKind): Promise<Uint8Array> => {
    const writing = written.get(format) ?? writeMoving(format, picture, size, context);
    written.set(format, writing);
    return writing;
  };
  return {
    ...picture,
    size,
    isScaled: size.width !== own.width || size.height !== own.height,
    moving: writeOnce,
    decoded: () => (decoded ??= decodeOnce()),
  };
}

/** @throws EngineError "unsupported" for a picture that can have none of these formats, or no other size */
export function checkConversion({ facts, kind, isScaled }: Conversion, formats: readonly OutputKind[]): void {
  if (!isScaled && formats.every((format) => format === kind)) return;
  if (facts.frameCount > 0 && !formats.some((format) => movesAs(format, kind))) throw animationError();
  if (facts.obstacle)
    throw new EngineError(
      'unsupported',
      `The image is ${facts.obstacle}, so it keeps its format and its size. Leave format and size out and try again.`,
    );
}
