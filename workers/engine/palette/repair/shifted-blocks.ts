import { blockShifts } from '../../quality/metrics/area-shift.ts';
import type { BlockMeans, MeansOverBackgrounds } from '../../quality/metrics/block-means.ts';
import type { LockedBlocks } from '../map/map-options.ts';
import { AREA_BITS, SHIFTED_DELTA_E } from '../tuning.ts';

/** The blocks of even areas whose colour has moved. @param known blocks that had when they were mapped before */
export function shiftedBlocksOf(means: MeansOverBackgrounds, known?: LockedBlocks | null): LockedBlocks {
  const moves = means.map(blockShifts);
  const { columns, pixels } = means[0];
  const marks = Uint8Array.from(pixels, (_, at) =>
    known?.marks[at] === 1 || moves.some((move) => move[at]! > SHIFTED_DELTA_E) ? 1 : 0,
  );
  return { columns, marks };
}

/**
 * The colours that such blocks have in the reference, RGBA, of those much alike their mean; those first that make most of the fault as
 * `areaShifts` counts it.
 */
export function shiftedColours(means: MeansOverBackgrounds, { marks }: LockedBlocks): number[][] {
  const moves = means.map(blockShifts);
  const areas = new Map<string, { readonly sums: number[]; fault: number }>();
  marks.forEach((mark, at) => {
    if (mark === 0) return;
    const fault = Math.max(...moves.map((move) => move[at]!)) ** 4;
    const colour = meanColour(means, at);
    const key = colour.map((sample) => sample >> AREA_BITS).join();
    const area = areas.get(key) ?? { sums: [0, 0, 0, 0], fault: 0 };
    area.fault += fault;
    colour.forEach((sample, c) => (area.sums[c]! += fault * sample));
    areas.set(key, area);
  });
  const sorted = [...areas.values()].filter(({ fault }) => fault > 0).sort((a, b) => b.fault - a.fault);
  return sorted.map(({ sums, fault }) => sums.map((sum) => Math.round(sum / fault)));
}

/**
 * The mean colour of a block in the reference, RGBA and rounded: what shows over black is colour times alpha, and what it
 * lacks of that over white is transparency.
 */
function meanColour([overWhite, overBlack = overWhite]: MeansOverBackgrounds, block: number): number[] {
  const mean = ({ before, pixels }: BlockMeans, c: number): number => before[block * 3 + c]! / pixels[block]!;
  const alpha = 255 - (mean(overWhite, 1) - mean(overBlack, 1));
  const colour = [0, 1, 2].map((c) => Math.min(255, (mean(overBlack, c) * 255) / Math.max(1, alpha)));
  return [...colour, alpha].map(Math.round);
}
