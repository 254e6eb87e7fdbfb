import type { Encoded } from './floor-request.ts';

/** Encodes by the bytes of the results that they became. */
const ENCODES = new WeakMap<Uint8Array, Encoded>();

/** Notes how a result was encoded, so that a search for a size need not find that out again. */
export function noteEncode(encoded: Encoded): Encoded {
  ENCODES.set(encoded.bytes, encoded);
  return encoded;
}

/** How a result was encoded, where it was with loss. @param bytes the very array that was noted */
export function encodeOf(bytes: Uint8Array | undefined): Encoded | null {
  return (bytes && ENCODES.get(bytes)) ?? null;
}
