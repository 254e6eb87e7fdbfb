import { asBreakdown } from '../codec-breakdown.ts';
import { MAX_LIBDEFLATE_BYTES } from '../tuning.ts';
import { Reloadable } from './reloadable.ts';
import { useLibrary } from './use-library.ts';

/** `infra/wasm-codecs/libdeflate.c`; pointers are numbers. */
interface Libdeflate {
  readonly memory: WebAssembly.Memory;
  readonly room_for: (length: number, level: number) => number;
  readonly pack: (isZlib: boolean) => number;
  readonly result_at: () => number;
}

const library = new Reloadable(async () => {
  const { LIBDEFLATE } = await import('./built/libdeflate.ts');
  const module = await WebAssembly.compile(Uint8Array.from(atob(LIBDEFLATE), (byte) => byte.charCodeAt(0)));
  return new WebAssembly.Instance(module).exports as unknown as Libdeflate;
});

/**
 * Whether libdeflate deflates so many bytes, on the server and in browsers alike: zlib's bytes differ by platform, and so do
 * sizes that a step decides by. At levels 8 and 9 libdeflate is 1 to 6 % smaller than zlib's 9, at all of them about as
 * quick. Its memory never shrinks, so larger data goes through zlib in pieces, unless levels 10 and above gain enough.
 */
export function isForLibdeflate(bytes: number, level: number): boolean {
  return level >= 10 || (level >= 1 && bytes <= MAX_LIBDEFLATE_BYTES);
}

/**
 * Deflates with libdeflate, whose WebAssembly is a script of ours, so nothing is handed in.
 * @param level 1 to 12; 10 to 12 parse optimally
 * @throws CodecBreakdownError without memory
 */
export async function deflateOptimally(
  bytes: Uint8Array,
  { format, level }: { format: 'zlib' | 'raw'; level: number },
): Promise<Uint8Array> {
  return useLibrary(library, ({ memory, room_for, pack, result_at }) => {
    const at = room_for(bytes.length, level);
    if (at === 0) throw withoutMemory();
    new Uint8Array(memory.buffer).set(bytes, at);
    const length = pack(format === 'zlib');
    if (length === 0) throw withoutMemory();
    return new Uint8Array(memory.buffer).slice(result_at(), result_at() + length);
  });
}

function withoutMemory(): Error {
  return asBreakdown('libdeflate has no memory for its input.', undefined);
}
