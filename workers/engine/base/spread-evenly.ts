/** Numbers from 0 to `count - 1`, at most so many: all of a short row, else its ends and an even spread between them. */
export function spreadEvenly(count: number, most: number): number[] {
  const chosen = Math.min(count, most);
  return Array.from({ length: chosen }, (_, i) =>
    chosen < 2 ? 0 : Math.round((i * (count - 1)) / (chosen - 1)),
  );
}
