/**
 * RC4, whose encryption and decryption are the same. Documents up to PDF 1.7 may be encrypted with it, so that it is needed to
 * read and keep them; platforms no longer have it.
 * @param key 1 to 256 bytes
 */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(state, i, j);
  }
  const result = new Uint8Array(bytes.length);
  for (let at = 0, i = 0, j = 0; at < bytes.length; at++) {
    i = (i + 1) & 255;
    j = (j + state[i]!) & 255;
    swap(state, i, j);
    result[at] = bytes[at]! ^ state[(state[i]! + state[j]!) & 255]!;
  }
  return result;
}

function swap(state: Uint8Array, i: number, j: number): void {
  const kept = state[i]!;
  state[i] = state[j]!;
  state[j] = kept;
}
