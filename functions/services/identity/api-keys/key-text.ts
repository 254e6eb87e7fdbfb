import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What scanners for leaked secrets look for; the checksum tells them a key from anything alike. */
export const KEY_PREFIX = 'fp_live_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_DIGITS = 12;
/** 256 bits. */
const SECRET_BYTES = 32;
const SECRET_DIGITS = 43;
const CHECK_DIGITS = 6;

const KEY = new RegExp(
  `^${KEY_PREFIX}([0-9A-Za-z]{${ID_DIGITS}})[0-9A-Za-z]{${SECRET_DIGITS}}([0-9A-Za-z]{${CHECK_DIGITS}})$`,
);

/** Id of a key: public, shown in lists, and the name of its record. */
export const API_KEY_ID = new RegExp(`^[0-9A-Za-z]{${ID_DIGITS}}$`);

/** A new key: `fp_live_`, its id, 256 random bits and a checksum, all digits of base 62. */
export function createKeyText(): { readonly id: string; readonly text: string } {
  const id = inBase62(BigInt(`0x${randomBytes(16).toString('hex')}`), ID_DIGITS);
  const body =
    KEY_PREFIX + id + inBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_DIGITS);
  return { id, text: body + checksumOf(body) };
}

/** The id of a whole key, or null for one that is cut off, mistyped or none of ours. */
export function keyIdOf(text: string): string | null {
  const [, id, checksum] = KEY.exec(text) ?? [];
  return id !== undefined && checksum === checksumOf(text.slice(0, -CHECK_DIGITS)) ? id : null;
}

/** How a key is shown where it must be recognised and not given away. */
export function shownPrefixOf(id: string): string {
  return KEY_PREFIX + id;
}

/**
 * What is stored of a key. A fast hash is right here: a key is 256 random bits, too many to be tried one by one;
 * slow hashes are for passwords, which people choose.
 */
export function hashOfKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function checksumOf(body: string): string {
  return inBase62(BigInt(crc32(body)), CHECK_DIGITS);
}

/** The last digits of a number. */
function inBase62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value; text.length < digits; rest /= 62n) text = DIGITS[Number(rest % 62n)]! + text;
  return text;
}
