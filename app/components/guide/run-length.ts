/**
 * Run-length encoding as people write it: a count before each letter that repeats, `WWWB` to `3WB`.
 * Digits are escaped by a count of their own, so that the result can be read back.
 */
export function runLengthEncode(text: string): string {
  const runs = text.match(/(.)\1*/gsu) ?? [];
  return runs
    .map((run) => {
      const [symbol = ''] = [...run];
      const count = [...run].length;
      return count === 1 && !/\d/.test(symbol) ? symbol : `${count}${symbol}`;
    })
    .join('');
}
