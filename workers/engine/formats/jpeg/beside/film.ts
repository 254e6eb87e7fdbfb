import { latin1, viewOf } from '../../../base/bytes.ts';
import { LONGEST_FIELD_BYTES, MAX_BOX_DEPTH } from '../tuning.ts';

/** A box of an MPEG-4 or QuickTime file. Source: ISO/IEC 14496-12, 4.2. */
interface Box {
  readonly type: string;
  readonly start: number;
  /** Where its content starts. */
  readonly content: number;
  readonly end: number;
}

/** Films in bytes, by where they start and end: each begins with a box that names its kind. */
export function* filmsIn(bytes: Uint8Array): Generator<{ start: number; end: number }> {
  const view = viewOf(bytes);
  for (let at = bytes.indexOf(F, 4); at >= 0; at = bytes.indexOf(F, at + 1)) {
    if (bytes[at + 1] !== 0x74 || bytes[at + 2] !== 0x79 || bytes[at + 3] !== 0x70) continue;
    const start = at - 4;
    const size = view.getUint32(start);
    if (size < 16 || size > LONGEST_FIELD_BYTES || start + size > bytes.length) continue;
    let end = start;
    for (const box of boxesIn(bytes, start, bytes.length)) {
      if (!PRINTABLE.test(box.type)) break;
      end = box.end;
    }
    yield { start, end };
    at = end - 1;
  }
}

/** What follows a film may look like a box but for its name. */
const PRINTABLE = /^[ -~\xa9]+$/;

/** Whether there is a film in bytes. */
export function hasFilm(bytes: Uint8Array): boolean {
  return !filmsIn(bytes).next().done;
}

/** The first letter of "ftyp"; the others follow. */
const F = 0x66;

/**
 * Overwrites where films were taken, with boxes of the same length that players pass over: no offset in the file changes.
 * @param bytes a copy of one's own, which is written to
 * @returns whether there was a place
 * Source: QuickTime File Format, "user data" and "metadata"; 3GPP TS 26.244, 8.5 (loci).
 */
export function wipePlaces(bytes: Uint8Array): boolean {
  let found = false;
  for (const { start, end } of filmsIn(bytes))
    found = wipe(bytes, { type: '', start, content: start, end }) || found;
  return found;
}

const PARENTS = ['moov', 'udta', 'trak', 'mdia', 'meta', 'ilst'];
const PLACES = ['\xa9xyz', 'loci'];
/** XMP of MPEG-4, which has an identifier first, and of QuickTime. Source: XMP Specification Part 3, 1.2.7. */
const XMP = ['uuid', 'XMP_'];

function wipe(bytes: Uint8Array, parent: Box, depth = 0): boolean {
  if (depth > MAX_BOX_DEPTH) return false;
  let found = false;
  const placeKeys = parent.type === 'meta' ? placeKeysIn(bytes, parent) : NO_KEYS;
  for (const box of boxesIn(bytes, contentOf(bytes, parent), parent.end)) {
    if (PLACES.includes(box.type) || (XMP.includes(box.type) && namesPlace(bytes, box))) {
      clear(bytes, box);
      found = true;
    } else if (box.type === 'ilst' && placeKeys.size > 0) {
      for (const item of boxesIn(bytes, box.content, box.end)) {
        if (!placeKeys.has(viewOf(bytes).getUint32(item.start + 4))) continue;
        clear(bytes, item);
        found = true;
      }
    } else if (PARENTS.includes(box.type)) found = wipe(bytes, box, depth + 1) || found;
  }
  return found;
}

/** The box of metadata has a version in MPEG-4, and none in QuickTime. */
function contentOf(bytes: Uint8Array, { type, content }: Box): number {
  return type === 'meta' && latin1(bytes, content + 4, content + 8) !== 'hdlr' ? content + 4 : content;
}

/** Numbers, from 1, of the keys of metadata that name a place. */
function placeKeysIn(bytes: Uint8Array, meta: Box): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const keys of boxesIn(bytes, contentOf(bytes, meta), meta.end)) {
    if (keys.type !== 'keys') continue;
    let number = 0;
    // A version and a count, then keys of the form of boxes.
    for (const key of boxesIn(bytes, keys.content + 8, keys.end)) {
      number++;
      if (namesPlace(bytes, key)) numbers.add(number);
    }
    break;
  }
  return numbers;
}

const NO_KEYS: ReadonlySet<number> = new Set();

function namesPlace(bytes: Uint8Array, { content, end }: Box): boolean {
  return /location|gps/i.test(latin1(bytes, content, end));
}

function clear(bytes: Uint8Array, { start, content, end }: Box): void {
  bytes.set([0x66, 0x72, 0x65, 0x65], start + 4);
  bytes.fill(0, content, end);
}

function* boxesIn(bytes: Uint8Array, from: number, end: number): Generator<Box> {
  const view = viewOf(bytes);
  for (let at = from; at + 8 <= end;) {
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= end;
    const size = isLong
      ? view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12)
      : short === 0
        ? end - at
        : short;
    const content = at + (isLong ? 16 : 8);
    if (size < content - at || at + size > end) return;
    yield { type: latin1(bytes, at + 4, at + 8), start: at, content, end: at + size };
    at += size;
  }
}
