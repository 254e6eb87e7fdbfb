/**
 * The name that was most likely meant by another one, in any case of its letters.
 * @returns null where none is near: more than a third of the letters would have to change
 */
export function nearestName(written: string, names: readonly string[]): string | null {
  const lower = written.toLowerCase();
  const distances = names.map((name) => ({ name, distance: editDistance(lower, name.toLowerCase()) }));
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= Math.max(lower.length, nearest.name.length) / 3 ? nearest.name : null;
}

/** Letters to add, remove, replace or swap with their neighbour (optimal string alignment distance). */
function editDistance(a: string, b: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(last![j]! + 1, row[j - 1]! + 1, replaced);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, before![j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last![b.length]!;
}
