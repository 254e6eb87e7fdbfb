import { isPictureKind, type FileKind } from '#engine/api/kinds.ts';
import { loadLate } from '~/load-late.ts';
import { isSet } from './set-result.ts';

/** Where Office keeps a picture of the first slide; results leave it out. Source: ECMA-376, part 1, 15.2.16. */
const SLIDE_PICTURE = /^docProps\/thumbnail\.(jpe?g|png)$/i;
/** A picture on a slide, by the list of what the slide needs. */
const PICTURE_OF_SLIDE = /Target="\.\.\/(media\/[^"]+\.(?:png|jpe?g|webp|gif))"/i;

interface Pictured {
  readonly kind: FileKind;
  readonly original: Blob;
  readonly result: Blob;
}

/**
 * A small picture of a file: of a picture itself, of a PDF its first page, of a deck the picture that it brings of its first
 * slide, or one on it. Code for documents is loaded here, 1.6 MB for PDF: not without a line, and not where a person saves data.
 * @param heightPx about its height
 * @throws where there is none
 */
export async function smallPicture(
  { kind, original, result }: Pictured,
  heightPx: number,
): Promise<ImageBitmap> {
  // Decoded once, at its small size, off the page's thread; nothing of it stays in memory.
  if (isPictureKind(kind))
    return createImageBitmap(isSet(result) ? original : result, {
      resizeHeight: heightPx,
      resizeQuality: 'medium',
    });
  if (!mayLoadMuch()) throw new Error('Its code is not worth the data.');
  return kind === 'pdf' ? pagePicture(result, heightPx) : slidePicture(original);
}

async function pagePicture(document: Blob, heightPx: number): Promise<ImageBitmap> {
  const { firstPage } = await loadLate(() => import('../compare/pdf-pages.ts'));
  return firstPage(document, heightPx);
}

async function slidePicture(deck: Blob): Promise<ImageBitmap> {
  const { default: JSZip } = await loadLate(() => import('jszip'));
  const parts = await JSZip.loadAsync(deck);
  const shown = await parts.file('ppt/slides/_rels/slide1.xml.rels')?.async('string');
  const onSlide = PICTURE_OF_SLIDE.exec(shown ?? '')?.[1];
  const picture =
    parts.file(SLIDE_PICTURE)[0] ?? (onSlide === undefined ? null : parts.file(`ppt/${onSlide}`));
  if (!picture) throw new Error('Expected an image of the first slide.');
  return createImageBitmap(await picture.async('blob'));
}

/** Whether code that nothing was asked of may be loaded. */
export function mayLoadMuch(): boolean {
  return navigator.onLine && !savesData();
}

/** Not in TypeScript's DOM types: Chromium only. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}
