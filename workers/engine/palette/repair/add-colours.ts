import { AXES, coordinatesOf, sampleDistance } from '../colour-metric.ts';
import { MOST_COLOURS } from '../tuning.ts';

/** How colours are added to a palette. */
interface AddRequest {
  /** Colours of a full one [256]. */
  readonly most?: number;
  /** How many of its last colours stay [none]. */
  readonly firm?: number | undefined;
}

/**
 * A palette with further colours at its end. A full one gives up colours that are hardly used or have a close twin.
 * @param palette RGBA
 * @param indexes of the colours that the pixels have
 * @param added   RGBA
 * @returns the palette itself when nothing is added
 */
export function withColours(
  palette: Uint8Array,
  indexes: Uint8Array,
  added: readonly (readonly number[])[],
  { most = MOST_COLOURS, firm = 0 }: AddRequest = {},
): Uint8Array {
  if (added.length === 0) return palette;
  const kept = withoutLeastMissed(palette, indexes, palette.length / 4 + added.length - most, firm);
  const longer = new Uint8Array(kept.length + added.length * 4);
  longer.set(kept);
  added.forEach((colour, i) => longer.set(colour, kept.length + i * 4));
  return longer;
}

/**
 * The palette less the colours whose pixels lose least when each takes its nearest neighbour instead.
 * @param indexes of the colours that the pixels have
 * @param excess  how many go
 * @param firm    how many of the last ones stay
 */
export function withoutLeastMissed(
  palette: Uint8Array,
  indexes: Uint8Array,
  excess: number,
  firm = 0,
): Uint8Array {
  if (excess <= 0) return palette;
  const coordinates = coordinatesOf(palette, 0);
  const counts = new Float64Array(palette.length / 4);
  for (const index of indexes) counts[index]!++;
  const left = new Set(counts.keys());
  const nearest = Array.from(counts, (_, at) => nearestOf(coordinates, left, at));
  for (let round = 0; round < excess; round++) {
    let least = { loss: Infinity, at: 0 };
    for (const at of left) {
      if (at >= counts.length - firm) break;
      const loss = (counts[at]! + 1) * nearest[at]!.distance;
      if (loss < least.loss) least = { loss, at };
    }
    counts[nearest[least.at]!.at]! += counts[least.at]!;
    left.delete(least.at);
    for (const at of left) if (nearest[at]!.at === least.at) nearest[at] = nearestOf(coordinates, left, at);
  }
  return Uint8Array.from([...left].flatMap((at) => [...palette.subarray(at * 4, at * 4 + 4)]));
}

function nearestOf(coordinates: Float64Array, left: ReadonlySet<number>, of: number): Neighbour {
  let nearest: Neighbour = { at: of, distance: Infinity };
  for (const at of left) {
    const distance = at === of ? Infinity : sampleDistance(coordinates, of * AXES, coordinates, at * AXES);
    if (distance < nearest.distance) nearest = { at, distance };
  }
  return nearest;
}

interface Neighbour {
  readonly at: number;
  readonly distance: number;
}
