import { FUEL } from './meter-wasm.ts';

/** What a guarded instance ran out of. */
export type Shortage = 'work' | 'memory';

/**
 * An instance of a metered module (`meter-wasm.ts`), held to an amount of work and of memory. What it ran out of is known
 * for certain, whatever the library then says or does not say.
 */
export class GuardedWasm {
  private readonly fuel: WebAssembly.Global<'i64'>;
  private readonly memory: WebAssembly.Memory;
  private maxMemoryBytes = Infinity;
  private isMemoryShort = false;
  private given = 0n;

  /** @throws Error when the module was not metered */
  constructor({ exports }: WebAssembly.Instance) {
    const memory = Object.values(exports).find((item) => item instanceof WebAssembly.Memory);
    if (!(exports[FUEL] instanceof WebAssembly.Global) || !memory)
      throw new Error('Expected a metered module with a memory of its own.');
    this.fuel = exports[FUEL] as WebAssembly.Global<'i64'>;
    this.memory = memory;
    this.guardGrowth();
  }

  /** Bytes of memory that the instance has; it never gets fewer. */
  get memoryBytes(): number {
    return this.memory.buffer.byteLength;
  }

  /** Sets what the calls until `stop` may take. */
  start(units: number, maxMemoryBytes: number): void {
    this.given = BigInt(units);
    this.fuel.value = this.given;
    this.maxMemoryBytes = maxMemoryBytes;
    this.isMemoryShort = false;
  }

  /** What ran since `start`, in units. */
  get used(): number {
    return Number(this.given - this.fuel.value);
  }

  /** What the calls since `start` ran out of. */
  get shortage(): Shortage | undefined {
    if (this.fuel.value < 0n) return 'work';
    return this.isMemoryShort ? 'memory' : undefined;
  }

  /** The library's own code grows its memory through this object, and takes an exception for "no memory". */
  private guardGrowth(): void {
    const grow = this.memory.grow.bind(this.memory);
    this.memory.grow = (pages) => {
      if (this.memoryBytes + pages * PAGE_BYTES <= this.maxMemoryBytes) {
        try {
          return grow(pages);
        } catch (error) {
          this.isMemoryShort = true;
          throw error;
        }
      }
      this.isMemoryShort = true;
      throw new RangeError('The memory of a library is at its limit.');
    };
  }
}

const PAGE_BYTES = 65_536;
