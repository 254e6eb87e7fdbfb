/** A time to wait, as rough as its estimate: "a few seconds", "about 20 s", "about 3 min". */
export function durationWords(seconds: number): string {
  if (seconds < 5) return 'a few seconds';
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} s`;
  return `about ${Math.ceil(seconds / 60)} min`;
}
