/** The hashes and the block cipher that PDF encryption is made of. None of them keeps anything between calls. */
export interface CipherCodec {
  /** MD5 (RFC 1321), 16 bytes. */
  md5(bytes: Uint8Array): Uint8Array;

  /** SHA-256, SHA-384 or SHA-512 (FIPS 180-4). */
  sha2(bits: 256 | 384 | 512, bytes: Uint8Array): Uint8Array;

  /**
   * AES in CBC mode (NIST SP 800-38A), without padding.
   * @param key   16 or 32 bytes
   * @param iv    16 bytes
   * @param bytes whole blocks of 16 bytes
   */
  encryptAes(bytes: Uint8Array, key: Uint8Array, iv: Uint8Array): Uint8Array;

  /** The opposite of `encryptAes`. */
  decryptAes(bytes: Uint8Array, key: Uint8Array, iv: Uint8Array): Uint8Array;
}
