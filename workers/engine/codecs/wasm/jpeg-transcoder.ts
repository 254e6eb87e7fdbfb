import { asBreakdown } from '../codec-breakdown.ts';
import { Reloadable, useLibrary } from '../shared/index.ts';
import type { LoadAsset } from './assets.ts';
import { compileAsset } from './compile-asset.ts';

/** `infra/wasm-codecs/jpeg-transcoder.c`; pointers are numbers. */
interface Transcoder {
  readonly memory: WebAssembly.Memory;
  readonly _initialize: () => void;
  readonly room_for: (length: number) => number;
  readonly transcode: (length: number) => number;
  readonly result_at: () => number;
  readonly release: () => void;
}

/**
 * mozjpeg's transcoder, as the native codec has it in a later version: coefficients of a JPEG anew, progressive, with the
 * scans and Huffman codes that take the fewest bytes.
 * @returns a function that throws Error when it cannot read a JPEG, CodecBreakdownError without memory
 */
export function createJpegTranscoder(load: LoadAsset): (jpeg: Uint8Array) => Promise<Uint8Array> {
  const library = new Reloadable(async () => instantiate(await compileAsset('jpeg-transcoder', load)));
  return (jpeg) =>
    useLibrary(library, (transcoder) => {
      const { memory } = transcoder;
      const at = transcoder.room_for(jpeg.length);
      new Uint8Array(memory.buffer).set(jpeg, at);
      const size = transcoder.transcode(jpeg.length);
      const from = transcoder.result_at();
      const result = new Uint8Array(memory.buffer).slice(from, from + size);
      transcoder.release();
      return result;
    });
}

function instantiate(module: WebAssembly.Module): Transcoder {
  const { exports } = new WebAssembly.Instance(module, {
    env: { emscripten_notify_memory_growth: (): void => {}, give_up: giveUp },
  });
  const transcoder = exports as unknown as Transcoder;
  transcoder._initialize();
  return transcoder;
}

function giveUp(isOutOfMemory: number): never {
  if (isOutOfMemory !== 0) throw asBreakdown('mozjpeg has no memory for an image.', undefined);
  throw new Error('mozjpeg cannot read the JPEG.');
}
