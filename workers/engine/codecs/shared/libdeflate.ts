import { MAX_LIBDEFLATE_BYTES } from '../tuning.ts';

/**
 * Whether libdeflate deflates so many bytes, on the server and in browsers alike: zlib's bytes differ by platform, and so do
 * sizes that a step decides by. At levels 8 and 9 libdeflate is 1 to 6 % smaller than zlib's 9, at all of them about as
 * quick. Its memory never shrinks, so larger data goes through zlib in pieces, unless levels 10 and above gain enough.
 */
export function isForLibdeflate(bytes: number, level: number): boolean {
  return level >= 10 || (level >= 1 && bytes <= MAX_LIBDEFLATE_BYTES);
}

/**
 * Deflates with libdeflate. Its package carries the WebAssembly inside, so nothing is handed in.
 * @param level 1 to 12; 10 to 12 parse optimally
 */
export async function deflateOptimally(
  bytes: Uint8Array,
  { format, level }: { format: 'zlib' | 'raw'; level: number },
): Promise<Uint8Array> {
  const library = await import('libdeflate');
  return format === 'zlib' ? library.zlib(bytes, level) : library.deflate(bytes, level);
}
