import { latin1, viewOf } from '../../../base/bytes.ts';
import { LONGEST_FIELD_BYTES } from '../tuning.ts';

/** What Samsung writes after its pictures: blocks with names, and a directory of them at the end. */
const SAMSUNG_END = 'SEFT';
const WORTHWHILE = /MotionPhoto|Depth|Shot_\d|Panorama|360|VirtualTour|Sound|Audio|Video/;
/** Names the country by that of the network. */
const COUNTRY = 'MCC_Data';

/** Whether a trailer holds a film, a sound or a picture. */
export function holdsMore(bytes: Uint8Array): boolean {
  return samsungBlocks(bytes).some(({ name }) => WORTHWHILE.test(name));
}

/** Overwrites the country. @returns whether there was one */
export function wipeCountry(bytes: Uint8Array): boolean {
  const countries = samsungBlocks(bytes).filter(({ name }) => name === COUNTRY);
  countries.forEach(({ start, end }) => bytes.fill(0x30, start, end));
  return countries.length > 0;
}

interface Block {
  readonly name: string;
  /** Where its content is. */
  readonly start: number;
  readonly end: number;
}

/** Blocks, with padding or nothing behind them. Source: ExifTool, Samsung.pm, "ProcessSamsung". */
export function samsungBlocks(bytes: Uint8Array): Block[] {
  const view = viewOf(bytes);
  const end = bytes.findLastIndex((byte) => byte !== 0 && byte !== 0xff) + 1;
  if (end < 20 || latin1(bytes, end - 4, end) !== SAMSUNG_END) return [];
  const directory = end - 8 - view.getUint32(end - 8, true);
  if (directory < 0 || latin1(bytes, directory, directory + 4) !== 'SEFH') return [];
  const blocks: Block[] = [];
  for (let at = directory + 12; at + 12 <= end - 8; at += 12) {
    const start = directory - view.getUint32(at + 4, true);
    const size = view.getUint32(at + 8, true);
    if (start < 0 || start + size > directory || size < 8) continue;
    const length = view.getUint32(start + 4, true);
    const name = start + 8 + length;
    if (length <= LONGEST_FIELD_BYTES && name <= start + size)
      blocks.push({ name: latin1(bytes, start + 8, name), start: name, end: start + size });
  }
  return blocks;
}
