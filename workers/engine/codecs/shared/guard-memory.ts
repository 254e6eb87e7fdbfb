/** The memory of an instance, and whether it was refused more. */
export interface GuardedMemory {
  readonly memory: WebAssembly.Memory;
  /** Largest size that the memory may get, in bytes [no limit]. */
  maxBytes: number;
  /** Whether a request for memory was refused since this was last set to false: by the limit, or by the system. */
  refusedBy: 'limit' | 'system' | undefined;
}

/**
 * Watches how the memory of an instance grows. A library takes an exception there for "no memory" and often carries on:
 * `refusedBy` shows that it happened.
 * @throws Error when the instance exports no memory
 */
export function guardMemory({ exports }: WebAssembly.Instance): GuardedMemory {
  const memory = Object.values(exports).find((item) => item instanceof WebAssembly.Memory);
  if (!memory) throw new Error('Expected a module that exports its memory.');
  const guarded: GuardedMemory = { memory, maxBytes: Infinity, refusedBy: undefined };
  const grow = memory.grow.bind(memory);
  // The library's own code grows its memory through this object.
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > guarded.maxBytes) {
      guarded.refusedBy = 'limit';
      throw new RangeError('The memory of a library is at its limit.');
    }
    try {
      return grow(pages);
    } catch (error) {
      guarded.refusedBy = 'system';
      throw error;
    }
  };
  return guarded;
}

const PAGE_BYTES = 65_536;
