import { cbc } from '@noble/ciphers/aes.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { CipherCodec } from '../ports/cipher-codec.ts';

const SHA2 = { 256: sha256, 384: sha384, 512: sha512 } as const;
const WHOLE_BLOCKS = { disablePadding: true } as const;

/** Hashes and AES in JavaScript: what browsers have of their own answers later, and knows neither MD5 nor bare blocks. */
export function createBrowserCipherCodec(): CipherCodec {
  return {
    md5: (bytes) => md5(bytes),
    sha2: (bits, bytes) => SHA2[bits](bytes),
    encryptAes: (bytes, key, iv) => cbc(key, iv, WHOLE_BLOCKS).encrypt(bytes),
    decryptAes: (bytes, key, iv) => cbc(key, iv, WHOLE_BLOCKS).decrypt(bytes),
  };
}
