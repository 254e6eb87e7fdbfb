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

/** The palette less the colours whose pixels lose least when each takes its nearest neighbour instead. */
function withoutLeastMissed(palette: Uint8Array, indexes: Uint8Array, excess: number): Uint8Array {
  if (excess <= 0) return palette;
  const uses = new Float64Array(palette.length / 4);
  for (const index of indexes) uses[index]!++;
  const colours = Array.from(uses, (count, i) => ({
    count,
    colour: [...palette.subarray(i * 4, i * 4 + 4)],
  }));
  for (let round = 0; round < excess; round++) {
    let least = { loss: Infinity, at: 0, replacement: 0 };
    colours.forEach(({ count, colour }, at) => {
      colours.forEach((other, replacement) => {
        const loss = at === replacement ? Infinity : (count + 1) * difference(colour, other.colour);
        if (loss < least.loss) least = { loss, at, replacement };
      });
    });
    colours[least.replacement]!.count += colours[least.at]!.count;
    colours.splice(least.at, 1);
  }
  return Uint8Array.from(colours.flatMap(({ colour }) => colour));
}
