import type { PdfDocument } from './document.ts';
import { nameOf, PdfStream } from './objects.ts';

/** Whether a stream is an image XObject. */
export function isPictureStream(document: PdfDocument, stream: PdfStream): boolean {
  return nameOf(document.resolve(stream.dict.get('Subtype'))) === 'Image';
}

/** Object numbers of all image XObjects. */
export function pictureNumbers(document: PdfDocument): number[] {
  const numbers: number[] = [];
  for (const [num, object] of document.objects) {
    if (object instanceof PdfStream && isPictureStream(document, object)) numbers.push(num);
  }
  return numbers;
}
