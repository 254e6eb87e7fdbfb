import type { LoadAsset } from './assets.ts';
import { compileAsset } from './compile-asset.ts';

/** The part of @napi-rs/image that is used. */
export interface NapiImage {
  losslessCompressPngSync(
    png: Uint8Array,
    options: { strip: boolean; filter?: readonly number[] },
  ): Uint8Array;
}

interface Script {
  startNapi(
    module: WebAssembly.Module,
    script: string,
    onThread: (thread: Worker) => void,
  ): Promise<NapiImage>;
}

/** @napi-rs/image with a way to end its thread. */
export interface RunningNapi {
  readonly image: NapiImage;
  stop(): void;
}

/** Loads @napi-rs/image: the oxipng of the server. @throws when it cannot be loaded */
export async function loadNapi(load: LoadAsset, script: string): Promise<RunningNapi> {
  const compiling = compileAsset('napi', load);
  const [{ startNapi }, module] = await Promise.all([
    import(/* @vite-ignore */ script) as Promise<Script>,
    compiling,
  ]);
  const threads: Worker[] = [];
  const image = await startNapi(module, script, (thread) => threads.push(thread));
  return {
    image,
    stop: () => {
      for (const thread of threads) thread.terminate();
    },
  };
}
