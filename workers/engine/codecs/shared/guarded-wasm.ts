import { guardMemory, type GuardedMemory } from './guard-memory.ts';
import { FUEL } from './meter-wasm.ts';

/** What a guarded instance ran out of: of what it was given, or of what the system has. */
export type Shortage = 'work' | 'memory' | 'system-memory';

/**
 * An instance of a metered module (`meter-wasm.ts`) with a limit of work and of memory. It records which limit was met, since
 * libraries report that unreliably.
 */
export class GuardedWasm {
  private readonly fuel: WebAssembly.Global<'i64'>;
  private readonly guarded: GuardedMemory;
  private given = 0n;

  /** @throws Error when the module was not metered */
  constructor(instance: WebAssembly.Instance) {
    const fuel = instance.exports[FUEL];
    if (!(fuel instanceof WebAssembly.Global)) throw new Error('Expected a metered module.');
    this.fuel = fuel as WebAssembly.Global<'i64'>;
    this.guarded = guardMemory(instance);
  }

  /** Bytes of memory that the instance has; it never gets fewer. */
  get memoryBytes(): number {
    return this.guarded.memory.buffer.byteLength;
  }

  /**
   * Whether the memory may grow, for libraries whose own refusal would be printed.
   * @param bytes what the library wants in all; Emscripten asks for a fifth more at first, at most 96 MB
   */
  mayGrowTo(bytes: number): boolean {
    const usual = Math.min(this.memoryBytes * 1.2, bytes + 96 * 1024 ** 2);
    if (Math.max(bytes, usual) <= this.guarded.maxBytes) return true;
    this.guarded.refusedBy = 'limit';
    return false;
  }

  /** Sets what the calls from now on may take. */
  start(units: number, maxMemoryBytes: number): void {
    this.given = BigInt(units);
    this.fuel.value = this.given;
    this.guarded.maxBytes = maxMemoryBytes;
    this.guarded.refusedBy = undefined;
  }

  /** What ran since `start`, in units. */
  get used(): number {
    return Number(this.given - this.fuel.value);
  }

  /** What the calls since `start` ran out of. */
  get shortage(): Shortage | undefined {
    if (this.fuel.value < 0n) return 'work';
    const { refusedBy } = this.guarded;
    return refusedBy && (refusedBy === 'limit' ? 'memory' : 'system-memory');
  }
}
