/** What a visual score means, from the best down. Source: what the author of SSIMULACRA 2 says of its scores, github.com/cloudinary/ssimulacra2. */
const MEANINGS: readonly (readonly [least: number, sentence: string])[] = [
  [90, 'Visually identical, even when you flip between the two.'],
  [80, 'Looks identical side by side at full size.'],
  [70, 'Differences are visible only up close, beside the original.'],
  [-Infinity, 'Small differences are visible when you look for them.'],
];

/** One sentence that explains the visual score of a result; null stands for a result without any loss. */
export function scoreSentence(score: number | null): string {
  if (score === null) return 'Pixel-identical (lossless).';
  return MEANINGS.find(([least]) => score >= least)?.[1] ?? '';
}
