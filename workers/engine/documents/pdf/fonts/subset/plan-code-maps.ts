import type { PdfJob } from '../../flow/pdf-job.ts';
import type { Saving } from '../../model/edits.ts';
import { PdfRef, PdfStream, type PdfDict } from '../../model/objects.ts';
import { packedInPlace } from '../../steps/pack-data.ts';
import { MIN_STREAM_BYTES } from '../../tuning.ts';
import { cutUnicodeMap } from './cut-unicode-map.ts';
import { holdersOf, programDict, type KnownFont } from './embedded-font.ts';
import { isIdentity } from './used-glyphs.ts';

/** A stream that tells what codes mean, and its bytes for some of them; undefined where it is better left alone. */
interface CodeMap {
  readonly key: string;
  readonly holder: (job: PdfJob, font: PdfDict) => PdfDict | undefined;
  readonly cut: (map: Uint8Array, codes: ReadonlySet<number>) => Uint8Array | undefined;
}

const CODE_MAPS: readonly CodeMap[] = [
  { key: 'ToUnicode', holder: (_, font) => font, cut: cutUnicodeMap },
  { key: 'CIDToGIDMap', holder: programDict, cut: cutGlyphMap },
];

/** Cuts text and glyphs of codes down to the codes that are shown, where all uses of their fonts are known. The document does not change. */
export async function planCodeMaps(job: PdfJob, fonts: readonly KnownFont[]): Promise<Saving[]> {
  const savings: Saving[] = [];
  for (const map of CODE_MAPS) {
    const holders = holdersOf(job, [map.key]);
    for (const [num, known] of usersOf(job, fonts, map)) {
      job.context.signal.throwIfAborted();
      const own = new Set(known.map(({ dict }) => map.holder(job, dict)));
      if (holders.get(num) !== own.size || !known.every((font) => hasKnownCodes(job, font))) continue;
      const saving = await planOrLeave(job, num, known, map);
      if (saving) savings.push(saving);
    }
  }
  return savings;
}

/** Fonts by the object number of their map. */
function usersOf(
  job: PdfJob,
  fonts: readonly KnownFont[],
  { key, holder }: CodeMap,
): Map<number, KnownFont[]> {
  const users = new Map<number, KnownFont[]>();
  for (const font of fonts) {
    const ref = holder(job, font.dict)?.get(key);
    if (ref instanceof PdfRef) users.set(ref.num, [...(users.get(ref.num) ?? []), font]);
  }
  return users;
}

function hasKnownCodes(job: PdfJob, { dict, isFullyKnown }: KnownFont): boolean {
  return isFullyKnown && (!dict.has('DescendantFonts') || isIdentity(job, dict));
}

async function planOrLeave(
  job: PdfJob,
  num: number,
  fonts: readonly KnownFont[],
  { cut }: CodeMap,
): Promise<Saving | undefined> {
  const stream = job.document.objects.get(num);
  if (!(stream instanceof PdfStream) || stream.data.length < MIN_STREAM_BYTES) return undefined;
  const packed = await job.orLeave(stream, async () => {
    const { bytes } = await job.decode(stream, { strict: true });
    const shorter = cut(bytes, new Set(fonts.flatMap(({ codes }) => [...codes])));
    return shorter && packedInPlace(stream, shorter, job.context.codecs.deflate);
  });
  return (
    packed && {
      edits: new Map([[num, packed]]),
      pages: new Set(fonts.flatMap(({ pages }) => [...pages])),
      savedBytes: stream.data.length - packed.data.length,
    }
  );
}

/** Cuts a CIDToGIDMap, two bytes for each CID, behind the last one that is shown; those before it that are not become none. */
function cutGlyphMap(map: Uint8Array, cids: ReadonlySet<number>): Uint8Array {
  const shown = map.slice(0, 2 + 2 * Math.max(-1, ...cids));
  return shown.map((byte, at) => (cids.has(at >> 1) ? byte : 0));
}
