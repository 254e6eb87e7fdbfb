/** Orientations whose stored columns (rows) run against the displayed direction that they become. Source: Exif 2.32, 4.6.4. */
const FROM_RIGHT = new Set([2, 3, 7, 8]);
const FROM_BOTTOM = new Set([3, 4, 6, 7]);

/** From this orientation on stored rows are displayed as columns. */
const FIRST_TRANSPOSED = 5;

/**
 * Where a displayed place lies in the stored picture.
 * @param room   px that a tile may be moved by
 * @param across share of the room from the displayed left, 0 to 1
 * @param down   share of the room from the displayed top, 0 to 1
 */
export function storedPlace(
  room: { readonly x: number; readonly y: number },
  across: number,
  down: number,
  orientation: number,
): { x: number; y: number } {
  const isTransposed = orientation >= FIRST_TRANSPOSED;
  const x = Math.round(room.x * (isTransposed ? down : across));
  const y = Math.round(room.y * (isTransposed ? across : down));
  return {
    x: FROM_RIGHT.has(orientation) ? room.x - x : x,
    y: FROM_BOTTOM.has(orientation) ? room.y - y : y,
  };
}
