import type { CompressedFile } from '../queue/request.ts';
import { pairOf, type Comparison } from './pair.ts';

/**
 * Opens a file beside its result, from the bytes that the page holds. Code for documents is loaded here.
 * @throws when one of the two cannot be read
 */
export async function compareFiles(file: File, result: CompressedFile): Promise<Comparison> {
  switch (result.kind) {
    case 'pdf':
      return (await import('./pdf-pages.ts')).comparePages(file, result.blob);
    case 'pptx':
      return (await import('./deck-pictures.ts')).compareDecks(file, result.blob);
    default:
      return comparePictures(file, result.blob);
  }
}

function comparePictures(before: Blob, after: Blob): Comparison {
  const urls = [before, after].map((blob) => URL.createObjectURL(blob));
  const [beforeUrl = '', afterUrl = ''] = urls;
  return {
    count: 1,
    labelOf: () => '',
    open: () => pairOf(beforeUrl, afterUrl),
    close: () => urls.forEach((url) => URL.revokeObjectURL(url)),
  };
}
