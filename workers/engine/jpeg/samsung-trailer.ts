import { latin1, viewOf } from '../bytes.ts';

/** What Samsung writes after its pictures: blocks with names, and a directory of them at the end. */
const SAMSUNG_END = 'SEFT';
const WORTHWHILE = /MotionPhoto|Depth|Shot_\d|Panorama|360|VirtualTour|Sound|Audio|Video/;
/** Names the country by that of the network. */
const COUNTRY = 'MCC_Data';

/** Whether a trailer holds a film, a sound or a picture. */
export function holdsMore(bytes: Uint8Array): boolean {
  return (
    latin1(bytes, bytes.length - 4) === SAMSUNG_END &&
    samsungBlocks(bytes).some(({ name }) => WORTHWHILE.test(name))
  );
}

/** Overwrites the country. @returns whether there was one */
export function wipeCountry(bytes: Uint8Array): boolean {
  const country = samsungBlocks(bytes).find(({ name }) => name === COUNTRY);
  if (country) bytes.fill(0x30, country.start, country.end);
  return country !== undefined;
}

/** Blocks by name, and where their content is. Source: ExifTool, Samsung.pm, "ProcessSamsung". */
function samsungBlocks(bytes: Uint8Array): { name: string; start: number; end: number }[] {
  const view = viewOf(bytes);
  const end = bytes.length;
  if (end < 20 || latin1(bytes, end - 4) !== SAMSUNG_END) return [];
  const directory = end - 8 - view.getUint32(end - 8, true);
  if (directory < 0 || latin1(bytes, directory, directory + 4) !== 'SEFH') return [];
  const blocks: { name: string; start: number; end: number }[] = [];
  for (let at = directory + 12; at + 12 <= end - 8; at += 12) {
    const start = directory - view.getUint32(at + 4, true);
    const size = view.getUint32(at + 8, true);
    if (start < 0 || start + size > directory || size < 8) continue;
    const name = start + 8 + view.getUint32(start + 4, true);
    if (name <= start + size)
      blocks.push({ name: latin1(bytes, start + 8, name), start: name, end: start + size });
  }
  return blocks;
}
