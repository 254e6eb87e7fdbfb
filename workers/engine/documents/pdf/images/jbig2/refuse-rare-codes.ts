import { viewOf } from '../../../../base/bytes.ts';
import { EngineError } from '../../../../api/errors.ts';
import type { BitmapSize, StoredJbig2 } from './decode-bitmap.ts';
import { readSegments } from './read-segments.ts';
import { REGION_HEAD_BYTES, SEGMENT, type Segment } from './segments.ts';

/** Bits of flags, the same in all segments that have them: Huffman codes or fax coding, and refinements. */
const HUFFMAN_OR_FAX = 1;
const REFINES = 2;

/** Segments that are taken: where the byte of their flags stands, and which of its bits must not be set. */
const TAKEN: ReadonlyMap<number, { readonly flagsAt: number; readonly rare: number }> = new Map([
  [SEGMENT.symbolDictionary, { flagsAt: 1, rare: HUFFMAN_OR_FAX | REFINES }],
  [SEGMENT.textRegion, { flagsAt: REGION_HEAD_BYTES + 1, rare: HUFFMAN_OR_FAX | REFINES }],
  [SEGMENT.losslessTextRegion, { flagsAt: REGION_HEAD_BYTES + 1, rare: HUFFMAN_OR_FAX | REFINES }],
  [SEGMENT.genericRegion, { flagsAt: REGION_HEAD_BYTES, rare: HUFFMAN_OR_FAX }],
  [SEGMENT.losslessGenericRegion, { flagsAt: REGION_HEAD_BYTES, rare: HUFFMAN_OR_FAX }],
]);
const WITHOUT_FLAGS: readonly number[] = [
  SEGMENT.pageInformation,
  SEGMENT.endOfPage,
  SEGMENT.endOfStripe,
  SEGMENT.endOfFile,
  SEGMENT.extension,
];
const PAGE_INFORMATION_BYTES = 19;

/**
 * Refuses JBIG2 that readers may see differently: what is stored anew is what PDFium sees. They agree on what arithmetic coding
 * makes of text and bitmaps, on a page of the picture's size. They do not on Huffman codes, PDFium reads some refinements
 * differently from the standard, and pictures with fax coding or halftones come from few programs.
 * @throws EngineError "unsupported", or "damaged" where segments cannot be read
 */
export function refuseRareCodes({ data, globals }: StoredJbig2, size: BitmapSize): void {
  const segments = [...readSegments(globals), ...readSegments(data)];
  const pages = segments.filter(({ type }) => type === SEGMENT.pageInformation);
  if (pages.length !== 1 || !isPage(pages[0]!, size) || !segments.every(isCommon))
    throw new EngineError('unsupported', 'The JBIG2 image uses a rare code.');
}

function isPage({ data }: Segment, { width, height }: BitmapSize): boolean {
  if (data.length < PAGE_INFORMATION_BYTES) return false;
  const view = viewOf(data);
  return view.getUint32(0) === width && view.getUint32(4) === height;
}

function isCommon({ type, data }: Segment): boolean {
  if (WITHOUT_FLAGS.includes(type)) return true;
  const taken = TAKEN.get(type);
  const flags = taken && data[taken.flagsAt];
  return flags !== undefined && (flags & taken!.rare) === 0;
}
