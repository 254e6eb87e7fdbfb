import { MAX_KEPT_MEMORY_BYTES } from '../tuning.ts';
import type { Reloadable } from './reloadable.ts';

/**
 * Works with a library of WebAssembly. It is loaded anew for the next work where it threw, since it was left in the middle, or has
 * grown beyond MAX_KEPT_MEMORY_BYTES.
 * @param work done at once
 * @throws what the work throws; CodecBreakdownError when the library cannot be loaded
 */
export async function useLibrary<T extends { readonly memory: WebAssembly.Memory }, R>(
  library: Reloadable<T>,
  work: (loaded: T) => R,
): Promise<R> {
  const loaded = await library.get();
  let isWhole = false;
  try {
    const result = work(loaded);
    isWhole = loaded.memory.buffer.byteLength <= MAX_KEPT_MEMORY_BYTES;
    return result;
  } finally {
    if (!isWhole) library.forget();
  }
}
