/**
 * A palette with further colours. A full one gives up colours that are hardly used or have a close twin.
 * @param palette RGBA
 * @param indexes of the colours that the pixels have
 * @param added   four samples each
 * @returns the palette itself when nothing is added
 */
export function withColours(
  palette: Uint8Array,
  indexes: Uint8Array,
  added: readonly (readonly number[])[],
): Uint8Array {
  if (added.length === 0) return palette;
  const kept = withoutLeastMissed(palette, indexes, palette.length / 4 + added.length - 256);
  const longer = new Uint8Array(kept.length + added.length * 4);
  longer.set(kept);
  added.forEach((colour, i) => longer.set(colour, kept.length + i * 4));
  return longer;
}

/** The squared difference of two colours, summed over their samples. */
export function difference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0);
}

/**
 * The palette less the colours whose pixels lose least when each takes its nearest neighbour instead.
 * @param indexes of the colours that the pixels have
 * @param excess  how many go
 */
export function withoutLeastMissed(palette: Uint8Array, indexes: Uint8Array, excess: number): Uint8Array {
  if (excess <= 0) return palette;
  const uses = new Float64Array(palette.length / 4);
  for (const index of indexes) uses[index]!++;
  const left = Array.from(uses, (count, i): Use => ({
    count,
    colour: [...palette.subarray(i * 4, i * 4 + 4)],
  }));
  const nearest = left.map((_, at) => nearestOf(left, at));
  for (let round = 0; round < excess; round++) {
    let least = { loss: Infinity, at: 0 };
    left.forEach((use, at) => {
      const loss = use === null ? Infinity : (use.count + 1) * nearest[at]!.distance;
      if (loss < least.loss) least = { loss, at };
    });
    left[nearest[least.at]!.at]!.count += left[least.at]!.count;
    left[least.at] = null;
    nearest.forEach(({ at }, of) => {
      if (at === least.at && left[of] !== null) nearest[of] = nearestOf(left, of);
    });
  }
  return Uint8Array.from(left.flatMap((use) => use?.colour ?? []));
}

type Use = { count: number; readonly colour: readonly number[] } | null;

function nearestOf(uses: readonly Use[], of: number): { at: number; distance: number } {
  const { colour } = uses[of]!;
  const nearest = { at: of, distance: Infinity };
  uses.forEach((use, at) => {
    const distance = use === null || at === of ? Infinity : difference(colour, use.colour);
    if (distance < nearest.distance) Object.assign(nearest, { at, distance });
  });
  return nearest;
}
