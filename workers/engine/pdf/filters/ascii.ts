import { hexValue } from '../reading/characters.ts';

/** ASCIIHexDecode (ISO 32000-1, 7.4.2): anything that is no digit is passed over. */
export function decodeAsciiHex(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array((bytes.length >> 1) + 1);
  let length = 0;
  let high = -1;
  for (const code of bytes) {
    if (code === 0x3e) break;
    const digit = hexValue(code);
    if (digit < 0) continue;
    if (high < 0) high = digit;
    else {
      out[length++] = high * 16 + digit;
      high = -1;
    }
  }
  if (high >= 0) out[length++] = high * 16;
  return out.subarray(0, length);
}

/** ASCII85Decode (ISO 32000-1, 7.4.3). */
export function decodeAscii85(bytes: Uint8Array): Uint8Array {
  // "z" alone stands for four bytes, so the output can be four times the input.
  let out = new Uint8Array(bytes.length + 8);
  let length = 0;
  let value = 0;
  let count = 0;
  const room = (more: number): void => {
    if (length + more <= out.length) return;
    const bigger = new Uint8Array(out.length * 2 + more);
    bigger.set(out);
    out = bigger;
  };
  for (const code of bytes) {
    if (code === 0x7e) break;
    if (code === 0x7a && count === 0) {
      room(4);
      length += 4;
      continue;
    }
    if (code < 0x21 || code > 0x75) continue;
    value = value * 85 + code - 0x21;
    if (++count < 5) continue;
    room(4);
    for (let shift = 3; shift >= 0; shift--) out[length++] = Math.floor(value / 256 ** shift) & 255;
    value = 0;
    count = 0;
  }
  if (count > 1) {
    for (let i = count; i < 5; i++) value = value * 85 + 84;
    room(4);
    for (let i = 0; i < count - 1; i++) out[length++] = Math.floor(value / 256 ** (3 - i)) & 255;
  }
  return out.subarray(0, length);
}
