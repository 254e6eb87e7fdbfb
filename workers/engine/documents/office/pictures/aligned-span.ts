import { ALIGNING_REACH_PX, LEAST_SMALL_PX } from '../tuning.ts';

/** A stretch of one axis, in a picture and in its smaller copy, px. */
export interface AlignedSpan {
  readonly from: number;
  readonly length: number;
  readonly smallFrom: number;
  readonly smallLength: number;
  /** Px of the picture at each end that the enlarging filter fills from beyond the stretch. */
  readonly margin: number;
}

/**
 * A stretch of one axis that begins and ends on whole pixels of both pictures, nearly: some pair of pixels nearby fits to
 * a hundredth of a pixel. Both lengths are at least 1, and a third of `wanted` is left without the margins.
 * @param share  place of the stretch along the axis, 0 to 1
 * @param full   length of the axis in the picture
 * @param small  length of the axis in the copy; less than `full`
 * @param wanted length of the stretch without its margins; more is taken where that is a few pixels of the copy, and a
 *   shorter axis as a whole
 */
export function alignedSpan(share: number, full: number, small: number, wanted: number): AlignedSpan {
  const scale = small / full;
  const margin = Math.ceil(KERNEL_REACH / scale);
  const inner = Math.max(wanted, LEAST_SMALL_PX / scale);
  const start = Math.max(0, share * (full - inner) - margin);
  const reach = Math.min(ALIGNING_REACH_PX, Math.floor((inner * scale) / 4));
  const from = alignedTo(start, full, small, reach);
  const to = alignedTo(start + inner + 2 * margin, full, small, reach);
  const smallFrom = Math.round(from * scale);
  return {
    from,
    length: to - from,
    smallFrom,
    smallLength: Math.max(1, Math.round(to * scale) - smallFrom),
    margin,
  };
}

/** Lanczos 3. */
const KERNEL_REACH = 3;

/** The place near `position` on the full axis that falls best between two pixels of both axes. */
function alignedTo(position: number, full: number, small: number, reach: number): number {
  const scale = small / full;
  const near = Math.round(position * scale);
  if (near <= 0) return 0;
  if (near >= small) return full;
  let best = near;
  let error = Infinity;
  for (let at = Math.max(1, near - reach); at <= Math.min(small - 1, near + reach); at++) {
    const off = Math.abs(at / scale - Math.round(at / scale));
    if (off >= error - 1e-9) continue;
    best = at;
    error = off;
  }
  return Math.round(best / scale);
}
