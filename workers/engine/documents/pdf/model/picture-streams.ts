import type { PdfDocument } from './document.ts';
import { nameOf, PdfRef, PdfStream } from './objects.ts';

/** Whether a stream is an image XObject. */
export function isPictureStream(document: PdfDocument, stream: PdfStream): boolean {
  return nameOf(document.resolve(stream.dict.get('Subtype'))) === 'Image';
}

/** Pictures that have a picture as their soft mask or stencil mask, by the mask. */
export function picturesByMask(document: PdfDocument): Map<number, number[]> {
  const owners = new Map<number, number[]>();
  for (const [num, object] of document.objects) {
    if (!(object instanceof PdfStream)) continue;
    for (const key of ['SMask', 'Mask']) {
      const mask = object.dict.get(key);
      if (mask instanceof PdfRef) owners.set(mask.num, [...(owners.get(mask.num) ?? []), num]);
    }
  }
  return owners;
}

/** Object numbers of all image XObjects. */
export function pictureNumbers(document: PdfDocument): number[] {
  const numbers: number[] = [];
  for (const [num, object] of document.objects) {
    if (object instanceof PdfStream && isPictureStream(document, object)) numbers.push(num);
  }
  return numbers;
}
