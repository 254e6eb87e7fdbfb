import { hexValue } from '../reading/characters.ts';
import { ByteSink } from './byte-sink.ts';

/**
 * ASCIIHexDecode (ISO 32000-1, 7.4.2): anything that is no digit is passed over.
 * @throws EngineError "limit-exceeded" past maxBytes
 */
export function decodeAsciiHex(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const sink = new ByteSink((bytes.length >> 1) + 1, maxBytes);
  let high = -1;
  for (const code of bytes) {
    if (code === 0x3e) break;
    const digit = hexValue(code);
    if (digit < 0) continue;
    if (high < 0) high = digit;
    else {
      sink.push(high * 16 + digit);
      high = -1;
    }
  }
  if (high >= 0) sink.push(high * 16);
  return sink.result();
}

/**
 * ASCII85Decode (ISO 32000-1, 7.4.3). "z" alone stands for four bytes, so the output can be four times the input.
 * @throws EngineError "limit-exceeded" past maxBytes
 */
export function decodeAscii85(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const sink = new ByteSink(bytes.length, maxBytes);
  let value = 0;
  let count = 0;
  for (const code of bytes) {
    if (code === 0x7e) break;
    if (code === 0x7a && count === 0) {
      sink.room(4).fill(0, sink.length, sink.length + 4);
      sink.length += 4;
      continue;
    }
    if (code < 0x21 || code > 0x75) continue;
    value = value * 85 + code - 0x21;
    if (++count < 5) continue;
    for (let shift = 3; shift >= 0; shift--) sink.push(Math.floor(value / 256 ** shift) & 255);
    value = 0;
    count = 0;
  }
  if (count > 1) {
    for (let i = count; i < 5; i++) value = value * 85 + 84;
    for (let i = 0; i < count - 1; i++) sink.push(Math.floor(value / 256 ** (3 - i)) & 255);
  }
  return sink.result();
}
