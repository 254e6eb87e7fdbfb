import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { CipherCodec } from '../ports/cipher-codec.ts';

/** node:crypto. */
export function createNativeCipherCodec(): CipherCodec {
  return {
    md5: (bytes) => hash('md5', bytes),
    sha2: (bits, bytes) => hash(`sha${bits}`, bytes),
    encryptAes: (bytes, key, iv) => {
      const cipher = createCipheriv(nameOf(key), key, iv).setAutoPadding(false);
      return joined(cipher.update(bytes), cipher.final());
    },
    decryptAes: (bytes, key, iv) => {
      const cipher = createDecipheriv(nameOf(key), key, iv).setAutoPadding(false);
      return joined(cipher.update(bytes), cipher.final());
    },
  };
}

function nameOf(key: Uint8Array): string {
  return key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc';
}

function hash(name: string, bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash(name).update(bytes).digest());
}

function joined(...parts: Buffer[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
