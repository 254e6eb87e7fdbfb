/** What a visual score means, from the best down. Source: the scale of SSIMULACRA2, github.com/cloudinary/ssimulacra2. */
const MEANINGS: readonly (readonly [least: number, sentence: string])[] = [
  [90, 'Nobody can tell the two apart, even when they are flipped back and forth.'],
  [80, 'Side by side at full size, the two cannot be told apart.'],
  [70, 'A difference is seen only beside the original, and only up close.'],
  [-Infinity, 'Small differences can be seen when you look for them.'],
];

/** One sentence that explains the visual score of a result; null stands for a result without any loss. */
export function scoreSentence(score: number | null): string {
  if (score === null) return 'Every pixel is as it was.';
  return MEANINGS.find(([least]) => score >= least)?.[1] ?? '';
}
