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
