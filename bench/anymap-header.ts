export interface AnymapHeader {
  readonly width: number;
  readonly height: number;
  /** Samples a pixel: 1 grey, 2 with alpha, 3 colours, 4 with alpha. */
  readonly depth: number;
  /** What a full sample has; above 255 a sample takes two bytes. */
  readonly maximum: number;
  /** Where the samples start, from the beginning of the file. */
  readonly start: number;
}

/**
 * Reads the header of a portable anymap, as the programs of Netpbm, libjpeg, libwebp and Poppler write it (P5, P6, P7).
 * @param at where the picture begins; several may stand one behind the other
 * @returns null for anything else
 */
export function anymapHeader(file: Buffer, at = 0): AnymapHeader | null {
  const head = file.toString('latin1', at, at + 200);
  const plain = /^P([56])\s+(?:#[^\n]*\n)*(\d+)\s+(\d+)\s+(\d+)\s/.exec(head);
  if (plain) {
    const [width, height, maximum] = plain.slice(2).map(Number) as [number, number, number];
    return { width, height, maximum, depth: plain[1] === '6' ? 3 : 1, start: at + plain[0].length };
  }
  const end = head.indexOf('ENDHDR\n');
  if (!head.startsWith('P7') || end < 0) return null;
  const field = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(head)?.[1] ?? 0);
  return {
    width: field('WIDTH'),
    height: field('HEIGHT'),
    depth: field('DEPTH'),
    maximum: field('MAXVAL'),
    start: at + end + 7,
  };
}
