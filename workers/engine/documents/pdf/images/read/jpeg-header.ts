import { clamp, latin1 } from '../../../../base/bytes.ts';
/** What the markers of a JPEG say before its first scan. */
export interface JpegHeader {
  /** Whether Adobe's APP14 marker is there: four-component files then store inks inverted. */
  readonly hasAdobe: boolean;
  /** Quality on the IJG scale, 1 to 100, as estimated from the luma table; 100 when there is none. */
  readonly quality: number;
  readonly isProgressive: boolean;
  readonly hasFullChroma: boolean;
}

/** The sum of the standard luma table at quality 50 (ITU-T T.81, table K.1). */
const STANDARD_LUMA_SUM = 3686;

/** Reads the markers; broken ones end the reading. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  let hasAdobe = false;
  let quality = 100;
  let isProgressive = false;
  let hasFullChroma = true;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xda || marker === 0xd9) break;
    const length = bytes[at + 2]! * 256 + bytes[at + 3]!;
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (marker === 0xee && latin1(body, 0, 5) === 'Adobe') hasAdobe = true;
    if (marker === 0xdb) quality = tableQuality(body) ?? quality;
    if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) {
      isProgressive = marker === 0xc2;
      hasFullChroma = (body[7] ?? 0x11) === 0x11;
    }
    at += 2 + length;
  }
  return { hasAdobe, quality, isProgressive, hasFullChroma };
}

/** Quality from table 0 of a DQT segment. */
function tableQuality(body: Uint8Array): number | undefined {
  for (let at = 0; at < body.length;) {
    const isWide = body[at]! >> 4 !== 0;
    const id = body[at]! & 15;
    at++;
    const size = isWide ? 128 : 64;
    if (id === 0 && at + size <= body.length) {
      let sum = 0;
      for (let i = 0; i < 64; i++)
        sum += isWide ? body[at + 2 * i]! * 256 + body[at + 2 * i + 1]! : body[at + i]!;
      const scale = (sum / STANDARD_LUMA_SUM) * 100;
      return clamp(Math.round(scale <= 100 ? (200 - scale) / 2 : 5000 / scale), 1, 100);
    }
    at += size;
  }
  return undefined;
}
