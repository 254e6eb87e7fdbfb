import { describe, expect, it } from 'vitest';
import type { CipherCodec } from '#engine/codecs/ports/cipher-codec.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex');
const unhex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

/** From NIST SP 800-38A, F.2.1 and F.2.5: two blocks in CBC mode. */
const IV = unhex('000102030405060708090a0b0c0d0e0f');
const PLAIN = unhex('6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51');
const AES = [
  ['2b7e151628aed2a6abf7158809cf4f3c', '7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2'],
  [
    '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
    'f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d',
  ],
] as const;

/** What every CipherCodec promises. */
export function describeCipherCodec(ciphers: CipherCodec): void {
  describe('ciphers', () => {
    it('hashes as RFC 1321 and FIPS 180-4 say', () => {
      expect(hex(ciphers.md5(bytes('abc')))).toBe('900150983cd24fb0d6963f7d28e17f72');
      expect(hex(ciphers.sha2(256, bytes('abc')))).toMatch(/^ba7816bf8f01cfea414140de5dae2223/);
      expect(hex(ciphers.sha2(384, bytes('abc')))).toMatch(/^cb00753f45a35e8bb5a03d699ac65007/);
      expect(hex(ciphers.sha2(512, bytes('abc')))).toMatch(/^ddaf35a193617abacc417349ae204131/);
    });

    it.each(AES)('encrypts and decrypts with the key %s', (key, encrypted) => {
      expect(hex(ciphers.encryptAes(PLAIN, unhex(key), IV))).toBe(encrypted);
      expect(ciphers.decryptAes(unhex(encrypted), unhex(key), IV)).toEqual(PLAIN);
    });

    it('takes bytes from the middle of a buffer, and none', () => {
      const [key] = AES[0];
      const shifted = Uint8Array.from([9, ...PLAIN]).subarray(1);
      expect(hex(ciphers.encryptAes(shifted, unhex(key), IV))).toBe(AES[0][1]);
      expect(ciphers.encryptAes(new Uint8Array(0), unhex(key), IV)).toHaveLength(0);
    });
  });
}
