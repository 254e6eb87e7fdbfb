import { METER_KERNELS_BYTES, meterKernels, type MeterKernels } from '../../../kernels/meter-kernels.ts';

const PAGE_BYTES = 65_536;
/** Vectors of four floats. */
const ALIGNMENT = 16;
/** Rows may be read a few vectors past their end. */
const SLACK_BYTES = 64;

/** The memory that the row kernels work in. It is taken piece by piece and given back all at once. */
export class Arena {
  readonly kernels: MeterKernels;
  private readonly memory = new WebAssembly.Memory({ initial: 1 });
  private next: number = METER_KERNELS_BYTES;
  private kept: number = METER_KERNELS_BYTES;
  private view = new Float32Array(this.memory.buffer);

  constructor() {
    this.kernels = meterKernels(this.memory);
  }

  /** All of the memory; asked for anew after each `take`, which may move it. */
  get floats(): Float32Array {
    return this.view;
  }

  /** @returns the address of so many bytes, whatever they hold */
  take(bytes: number): number {
    const address = this.next;
    this.next = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT;
    const missing = this.next + SLACK_BYTES - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.view = new Float32Array(this.memory.buffer);
    }
    return address;
  }

  /** As `take`, filled with zeros. */
  takeZeros(bytes: number): number {
    const address = this.take(bytes);
    new Uint8Array(this.memory.buffer, address, bytes).fill(0);
    return address;
  }

  /** The address of a copy. */
  copyOf(data: Uint8Array | Float32Array): number {
    const address = this.take(data.byteLength);
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    new Uint8Array(this.memory.buffer).set(bytes, address);
    return address;
  }

  /** Size of the memory, which only grows. */
  get byteLength(): number {
    return this.memory.buffer.byteLength;
  }

  /** The floats at an address, until memory is taken again. */
  floatsAt(address: number, count: number): Float32Array {
    return this.view.subarray(address >> 2, (address >> 2) + count);
  }

  /** Runs work, and gives back what it took. */
  lentTo<T>(work: () => T): T {
    const { next } = this;
    const result = work();
    this.next = next;
    return result;
  }

  /** What was taken up to now stays. */
  keep(): void {
    this.kept = this.next;
  }

  /** Gives back all that was not kept. */
  reset(): void {
    this.next = this.kept;
  }
}
