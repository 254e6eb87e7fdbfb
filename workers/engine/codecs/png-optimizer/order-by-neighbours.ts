/**
 * An order of indexes in which neighbours of a picture are near each other, so that row filters leave small differences.
 * Source: modified Zeng (Pinho and Neves, "A note on Zeng's technique for color reindexing of palette-based images", IEEE
 * Signal Processing Letters 11, 2004).
 * @param indexes of a picture, all below `count`
 * @returns the indexes, each once
 */
export function orderByNeighbours(
  { indexes, width }: { readonly indexes: Uint8Array; readonly width: number },
  count: number,
): number[] {
  const beside = countNeighbours(indexes, width, count);
  const order = [...firstPair(beside, count)];
  const left = new Set(Array.from({ length: count }, (_, index) => index));
  const ties = new Float64Array(count);
  const place = (index: number): void => {
    left.delete(index);
    for (const other of left) ties[other]! += beside[index * count + other]!;
  };
  for (const index of order) place(index);
  while (left.size > 0) {
    let next = -1;
    for (const index of left) if (next < 0 || ties[index]! > ties[next]!) next = index;
    place(next);
    if (leansLeft(order, beside.subarray(next * count, (next + 1) * count))) order.unshift(next);
    else order.push(next);
  }
  return order;
}

/** How often two indexes are beside or above each other. */
function countNeighbours(indexes: Uint8Array, width: number, count: number): Uint32Array {
  const beside = new Uint32Array(count * count);
  for (let i = 1; i < indexes.length; i++) {
    const here = indexes[i]!;
    if (i % width > 0) beside[here * count + indexes[i - 1]!]!++;
    if (i >= width) beside[here * count + indexes[i - width]!]!++;
  }
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      const both = beside[a * count + b]! + beside[b * count + a]!;
      beside[a * count + b] = beside[b * count + a] = both;
    }
  }
  return beside;
}

/** The two that are most often neighbours. */
function firstPair(beside: Uint32Array, count: number): readonly [number, number] {
  let [first, second, most] = [0, 1, -1];
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++)
      if (beside[a * count + b]! > most) [first, second, most] = [a, b, beside[a * count + b]!];
  return [first, second];
}

/** Whether an index has more to do with the start of an order than with its end. */
function leansLeft(order: readonly number[], ties: Uint32Array): boolean {
  let lean = 0;
  order.forEach((index, place) => (lean += (order.length - 1 - 2 * place) * ties[index]!));
  return lean > 0;
}
