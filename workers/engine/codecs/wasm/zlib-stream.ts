/** `infra/wasm-codecs/zlib-stream.c`; pointers are numbers. */
interface ZlibModule {
  readonly memory: WebAssembly.Memory;
  readonly _initialize: () => void;
  readonly input_at: () => number;
  readonly output_at: () => number;
  readonly start_inflate: (bits: number) => number;
  readonly start_deflate: (bits: number, level: number) => number;
  readonly feed: (length: number) => void;
  readonly run: (room: number, flush: number) => number;
  readonly written: () => number;
  readonly left: () => number;
}

/** Sizes of the buffers in `zlib-stream.c`. */
export const INPUT_BYTES = 65_536;
export const OUTPUT_BYTES = 262_144;

/** zlib's numbers that callers look at. */
export const ZLIB = { ok: 0, streamEnd: 1, memoryError: -4, bufferError: -5, noFlush: 0, finish: 4 } as const;

/** zlib, one stream at a time: `start…`, then `feed` and `run` in turns. */
export class ZlibStream {
  private readonly zlib: ZlibModule;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, {
      env: { emscripten_notify_memory_growth: (): void => {} },
    });
    this.zlib = exports as unknown as ZlibModule;
    this.zlib._initialize();
  }

  /** Ends the stream before. @returns zlib's status */
  startInflating(format: 'zlib' | 'raw'): number {
    return this.zlib.start_inflate(windowBits(format));
  }

  /** Ends the stream before. @param level 1 to 9 @returns zlib's status */
  startDeflating(format: 'zlib' | 'raw', level: number): number {
    return this.zlib.start_deflate(windowBits(format), level);
  }

  /** @param piece at most INPUT_BYTES */
  feed(piece: Uint8Array): void {
    new Uint8Array(this.zlib.memory.buffer).set(piece, this.zlib.input_at());
    this.zlib.feed(piece.length);
  }

  /** @param room at most OUTPUT_BYTES @returns zlib's status, and a copy of what came out */
  run(room: number, flush: number): { status: number; output: Uint8Array } {
    const status = this.zlib.run(room, flush);
    const at = this.zlib.output_at();
    return { status, output: new Uint8Array(this.zlib.memory.buffer).slice(at, at + this.zlib.written()) };
  }

  /** Bytes fed that are not used yet. */
  get left(): number {
    return this.zlib.left();
  }
}

function windowBits(format: 'zlib' | 'raw'): number {
  return format === 'zlib' ? 15 : -15;
}
