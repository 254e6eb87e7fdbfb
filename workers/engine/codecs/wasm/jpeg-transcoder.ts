import { CodecBreakdownError } from '../codec-breakdown.ts';
import { Reloadable } from '../shared/index.ts';
import type { LoadAsset } from './assets.ts';
import { compileAsset } from './compile-asset.ts';

/** `infra/wasm-codecs/jpeg-transcode.c`; pointers are numbers. */
interface Transcoder {
  readonly memory: WebAssembly.Memory;
  readonly _initialize: () => void;
  readonly allocate: (bytes: number) => number;
  readonly transcode: (jpeg: number, length: number) => number;
  readonly result_at: () => number;
}

/**
 * mozjpeg's lossless transcoding, each file in an instance of its own, whose memory goes with it.
 * @returns throws Error for a JPEG that mozjpeg refuses, CodecBreakdownError for a lack of memory
 */
export function createJpegTranscoder(load: LoadAsset): (jpeg: Uint8Array) => Promise<Uint8Array> {
  const library = new Reloadable(() => compileAsset('jpeg-transcode', load));
  return async (jpeg) => {
    const codec = instantiate(await library.get());
    const at = codec.allocate(jpeg.length);
    if (at === 0) throw new CodecBreakdownError('mozjpeg has no memory for a JPEG.');
    new Uint8Array(codec.memory.buffer).set(jpeg, at);
    const length = codec.transcode(at, jpeg.length);
    const resultAt = codec.result_at();
    return new Uint8Array(codec.memory.buffer).slice(resultAt, resultAt + length);
  };
}

function instantiate(module: WebAssembly.Module): Transcoder {
  const fail = (code: number, isLackOfMemory: number): never => {
    if (isLackOfMemory) throw new CodecBreakdownError('mozjpeg has no memory for a JPEG.');
    throw new Error(`mozjpeg refused a JPEG: its message ${code}.`);
  };
  const nothing = (): void => {};
  const { exports } = new WebAssembly.Instance(module, {
    env: { fail, emscripten_notify_memory_growth: nothing },
    wasi_snapshot_preview1: { fd_close: nothing, fd_write: nothing, fd_seek: nothing },
  });
  const codec = exports as unknown as Transcoder;
  codec._initialize();
  return codec;
}
