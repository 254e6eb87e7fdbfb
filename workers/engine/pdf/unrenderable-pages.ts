import { ENGINE_LIMITS } from '../limits.ts';
import type { Usage } from './content/usage.ts';
import type { PdfDocument } from './model/document.ts';

/**
 * Numbers of pages that must not be rendered: those with a picture past the pixel limit, as the renderer would decode it,
 * and those filled with an endless pattern.
 */
export function unrenderablePages(document: PdfDocument, usage: Usage): ReadonlySet<number> {
  const pages = new Set(usage.endlessPages);
  for (const [num, use] of usage.pictures) {
    const stream = document.stream(document.objects.get(num));
    const width = document.number(stream?.dict.get('Width')) ?? 0;
    const height = document.number(stream?.dict.get('Height')) ?? 0;
    if (width * height > ENGINE_LIMITS.maxPixels) for (const page of use.pages) pages.add(page);
  }
  return pages;
}
