/** Width and height as they are stored, in px. */
export interface PictureSides {
  readonly width: number;
  readonly height: number;
}

/** So much of a picture is read: profiles and descriptions come before the sides of a JPEG. */
export const HEAD_BYTES = 128 * 1024;

/** Markers of JPEG's frames. Source: ITU-T T.81, table B.1. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb]);

/**
 * The sides of a PNG, WebP or JPEG by its first bytes.
 * @returns undefined for others, and where the sides come later
 */
export function pictureSidesOf(head: Buffer): PictureSides | undefined {
  if (head.length < 30) return undefined;
  if (head.toString('latin1', 12, 16) === 'IHDR')
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (head.toString('latin1', 8, 12) === 'WEBP') return webpSides(head);
  return head.readUInt16BE(0) === 0xffd8 ? jpegSides(head) : undefined;
}

/** Source: WebP Container Specification; RFC 6386, 9.1; WebP Lossless Bitstream Specification, 3. */
function webpSides(head: Buffer): PictureSides | undefined {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const sides = head.readUInt32LE(21);
      return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

function jpegSides(head: Buffer): PictureSides | undefined {
  for (let at = 2; at + 9 <= head.length; at += 2 + head.readUInt16BE(at + 2))
    if (FRAMES.has(head[at + 1]!))
      return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
  return undefined;
}
