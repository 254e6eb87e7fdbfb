import type { CompressedFile } from '../queue/request.ts';

/** Whether a result is a set: several images and their HTML in a zip archive. */
export function isSet({ type }: Pick<CompressedFile, 'type'>): boolean {
  return type === 'application/zip';
}

/** How many images a set holds; 0 where its report could not be had. */
export function imagesOfSet({ report }: Pick<CompressedFile, 'report'>): number {
  return report?.output?.files?.length ?? 0;
}

/** What a set holds: "6 images and HTML". */
export function setWords(result: Pick<CompressedFile, 'report'>): string {
  return `${imagesOfSet(result)} images and HTML`;
}
