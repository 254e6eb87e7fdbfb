import { EngineError } from '../api/errors.ts';

/**
 * @param format name for people
 * @param most   pixels
 * @throws EngineError "unsupported" for what the format cannot hold
 */
export function checkSides(
  { width, height }: { readonly width: number; readonly height: number },
  format: string,
  most: number,
): void {
  if (Math.max(width, height) <= most) return;
  throw new EngineError(
    'unsupported',
    `The image has more than ${most} pixels on a side: too many for ${format}.`,
  );
}
