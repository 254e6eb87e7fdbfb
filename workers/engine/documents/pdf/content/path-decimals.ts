import { MAX_PLACES } from '../writing/serialize.ts';
import { MAX_MOVE_POINTS } from '../tuning.ts';

/**
 * Places behind the point that coordinates need.
 * @param scale points that a unit is drawn as, at most; 0 where no path is drawn
 */
export function pathDecimals(scale: number): number {
  if (scale === 0) return 0;
  if (!Number.isFinite(scale)) return Infinity;
  // A place more where the scale is a rounding error above a power of ten would be wasted.
  const places = Math.ceil(Math.log10(scale / (2 * MAX_MOVE_POINTS)) - 0.01);
  return places > MAX_PLACES ? Infinity : Math.max(0, places);
}
