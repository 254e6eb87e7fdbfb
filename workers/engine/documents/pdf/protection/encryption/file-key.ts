import { concatBytes, equalBytes } from '../../../../base/bytes.ts';
import type { CipherCodec } from '../../../../codecs/ports/cipher-codec.ts';
import { rc4 } from './rc4.ts';

/** What the encryption dictionary says of the key. Source: ISO 32000-2, table 21. */
export interface KeyFacts {
  /** 2 to 6. */
  readonly revision: number;
  /** 5 to 16, up to revision 4. */
  readonly keyBytes: number;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  /** The key under the user's password, from revision 5 on. */
  readonly userKey: Uint8Array;
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
  /** First part of the file's identifier. */
  readonly id: Uint8Array;
}

/** What fills passwords up. Source: ISO 32000-2, 7.6.4.3.2. */
const PADDING = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e,
  0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);

const NOTHING = new Uint8Array(0);

/** The key of a file that opens without a password; undefined for one that needs any. */
export function keyWithoutPassword(facts: KeyFacts, ciphers: CipherCodec): Uint8Array | undefined {
  return facts.revision >= 5 ? newKey(facts, ciphers) : oldKey(facts, ciphers);
}

/** Algorithms 2, 4 and 5. */
function oldKey(facts: KeyFacts, ciphers: CipherCodec): Uint8Array | undefined {
  const { revision, keyBytes, owner, user, permissions, encryptsMetadata, id } = facts;
  const bits = new Uint8Array(4);
  new DataView(bits.buffer).setInt32(0, permissions, true);
  const open = revision >= 4 && !encryptsMetadata ? new Uint8Array(4).fill(0xff) : NOTHING;
  let key = ciphers.md5(concatBytes([PADDING, owner.subarray(0, 32), bits, id, open])).subarray(0, keyBytes);
  for (let i = 0; revision >= 3 && i < 50; i++) key = ciphers.md5(key).subarray(0, keyBytes);
  if (revision === 2) return equalBytes(rc4(key, PADDING), user.subarray(0, 32)) ? key : undefined;
  let check = ciphers.md5(concatBytes([PADDING, id]));
  for (let i = 0; i < 20; i++)
    check = rc4(
      key.map((byte) => byte ^ i),
      check,
    );
  return equalBytes(check, user.subarray(0, 16)) ? key : undefined;
}

/** Algorithms 2.A and 11. */
function newKey({ revision, user, userKey }: KeyFacts, ciphers: CipherCodec): Uint8Array | undefined {
  if (user.length < 48 || userKey.length < 32) return undefined;
  const hash = (salt: Uint8Array): Uint8Array =>
    revision === 5 ? ciphers.sha2(256, salt) : hardHash(salt, ciphers);
  if (!equalBytes(hash(user.subarray(32, 40)), user.subarray(0, 32))) return undefined;
  return ciphers.decryptAes(userKey.subarray(0, 32), hash(user.subarray(40, 48)), new Uint8Array(16));
}

/** Algorithm 2.B, for no password. */
function hardHash(salt: Uint8Array, ciphers: CipherCodec): Uint8Array {
  let key = ciphers.sha2(256, salt);
  for (let round = 0; ; round++) {
    const repeated = concatBytes(Array.from({ length: 64 }, () => key));
    const encrypted = ciphers.encryptAes(repeated, key.subarray(0, 16), key.subarray(16, 32));
    // 256 is 1 modulo 3, so that the number modulo 3 is that of the sum of its bytes.
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = ciphers.sha2(([256, 384, 512] as const)[rest]!, encrypted);
    if (round >= 63 && encrypted.at(-1)! <= round - 31) return key.subarray(0, 32);
  }
}
