import { concatBytes } from '../../../../base/bytes.ts';
import type { CipherCodec } from '../../../../codecs/ports/cipher-codec.ts';
import { EngineError } from '../../../../api/errors.ts';
import { rc4 } from './rc4.ts';

/** How data is encrypted. Source: ISO 32000-2, table 25. */
export type CryptMethod = 'None' | 'V2' | 'AESV2' | 'AESV3';

const BLOCK = 16;

/** Number and generation of an indirect object. */
export interface ObjectId {
  readonly num: number;
  readonly generation: number;
}

/** Encrypts and decrypts what one object holds, by the key of the file and the object's number. */
export class ObjectCipher {
  private readonly fileKey: Uint8Array;
  private readonly ciphers: CipherCodec;

  constructor(fileKey: Uint8Array, ciphers: CipherCodec) {
    this.fileKey = fileKey;
    this.ciphers = ciphers;
  }

  /** @throws EngineError "damaged" for what is not in whole blocks, or ends in no padding */
  decrypt(bytes: Uint8Array, method: CryptMethod, id: ObjectId): Uint8Array {
    if (method === 'None' || bytes.length === 0) return bytes;
    const key = this.keyFor(method, id);
    if (method === 'V2') return rc4(key, bytes);
    if (bytes.length % BLOCK !== 0) throw broken();
    if (bytes.length === BLOCK) return bytes.subarray(BLOCK);
    const padded = this.ciphers.decryptAes(bytes.subarray(BLOCK), key, bytes.subarray(0, BLOCK));
    const padding = padded.at(-1)!;
    if (padding < 1 || padding > BLOCK) throw broken();
    return padded.subarray(0, padded.length - padding);
  }

  /** Equal bytes are encrypted to equal ones: their hash with the key takes the place of a random vector. */
  encrypt(bytes: Uint8Array, method: CryptMethod, id: ObjectId): Uint8Array {
    if (method === 'None') return bytes;
    const key = this.keyFor(method, id);
    if (method === 'V2') return rc4(key, bytes);
    const start = this.ciphers.sha2(256, concatBytes([key, numbersOf(id), bytes])).subarray(0, BLOCK);
    const padding = BLOCK - (bytes.length % BLOCK);
    const padded = concatBytes([bytes, new Uint8Array(padding).fill(padding)]);
    return concatBytes([start, this.ciphers.encryptAes(padded, key, start)]);
  }

  /** Algorithm 1. */
  private keyFor(method: CryptMethod, id: ObjectId): Uint8Array {
    if (method === 'AESV3') return this.fileKey;
    const salt = method === 'AESV2' ? SALT : new Uint8Array(0);
    const key = this.ciphers.md5(concatBytes([this.fileKey, numbersOf(id), salt]));
    return key.subarray(0, Math.min(16, this.fileKey.length + 5));
  }
}

/** "sAlT". */
const SALT = Uint8Array.of(0x73, 0x41, 0x6c, 0x54);

function numbersOf({ num, generation }: ObjectId): Uint8Array {
  return Uint8Array.of(num, num >> 8, num >> 16, generation, generation >> 8);
}

function broken(): EngineError {
  return new EngineError('damaged', 'Part of this PDF is not encrypted the way the file says.');
}
