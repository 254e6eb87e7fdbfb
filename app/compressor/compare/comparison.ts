import { isPictureKind, type DocumentKind } from '#engine/api/kinds.ts';
import type { CompressedFile } from '../queue/request.ts';
import { filesOfSet } from '../results/set-files.ts';
import { imagesOfSet, isSet } from '../results/set-result.ts';
import { pairOf, type Comparison } from './pair.ts';

/**
 * Opens a file beside its result, from the bytes that the page holds. Code for documents is loaded here.
 * @throws when one of the two cannot be read
 */
export async function compareFiles(file: File, result: CompressedFile): Promise<Comparison> {
  if (isSet(result)) return compareSet(file, result);
  if (isPictureKind(result.kind)) return comparePictures(file, result.blob);
  const compare = await DOCUMENTS[result.kind]();
  return compare(file, result.blob);
}

type Compare = (before: Blob, after: Blob) => Promise<Comparison>;

const DOCUMENTS: Readonly<Record<DocumentKind, () => Promise<Compare>>> = {
  pdf: async () => (await import('./pdf-pages.ts')).comparePages,
  pptx: async () => (await import('./deck-pictures.ts')).compareDecks,
};

/** The original beside each image of a set. */
async function compareSet(before: Blob, result: CompressedFile): Promise<Comparison> {
  const images = (await filesOfSet(result.blob)).slice(0, imagesOfSet(result));
  const blobs = await Promise.all(images.map((image) => image.async('blob')));
  const [beforeUrl, ...urls] = [before, ...blobs].map((blob) => URL.createObjectURL(blob));
  return {
    count: images.length,
    labelOf: (index) => images[index]!.name,
    open: (index) => pairOf(beforeUrl!, urls[index]!),
    close: () => [beforeUrl!, ...urls].forEach((url) => URL.revokeObjectURL(url)),
  };
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
