/* eslint-disable no-restricted-globals -- a script of its own, which is told by its name that it is a thread */
import { createContext } from '@emnapi/runtime';
import {
  emnapiAsyncWorkPlugin,
  emnapiTSFNPlugin,
  instantiateNapiModule,
  instantiateNapiModuleSync,
  MessageHandler,
  WASI,
} from '@napi-rs/wasm-runtime';
import type { NapiImage } from './load-napi.ts';

/** What a worker of this script is called that is a thread of @napi-rs/image. */
const THREAD = 'napi-image-thread';

/** oxipng shares its work among threads, and ends without one. */
const THREADS = 1;
const PAGE_BYTES = 65_536;

type Imports = Record<string, Record<string, unknown>>;

/**
 * Starts @napi-rs/image.
 * @param script address of the script that this is part of; its thread is started from there
 * @param onThread is told of the thread, which lives until it is terminated
 */
export async function startNapi(
  module: WebAssembly.Module,
  script: string,
  onThread: (thread: Worker) => void,
): Promise<NapiImage> {
  giveBuffer();
  const memory = new WebAssembly.Memory({ initial: 4000, maximum: 2 ** 31 / PAGE_BYTES, shared: true });
  const { napiModule } = await instantiateNapiModule(module, {
    context: createContext({ autoDestroy: false } as object),
    asyncWorkPoolSize: 0,
    reuseWorker: { size: THREADS },
    plugins: [emnapiAsyncWorkPlugin, emnapiTSFNPlugin],
    wasi: new WASI({ version: 'preview1', env: { RAYON_NUM_THREADS: String(THREADS) } }),
    onCreateWorker: () => {
      const thread = new Worker(script, { type: 'module', name: THREAD });
      onThread(thread);
      return thread;
    },
    overwriteImports: (imports: Imports) => withMemory(imports, memory),
    beforeInit: ({ instance }: { instance: WebAssembly.Instance }) => {
      for (const [name, register] of Object.entries(instance.exports))
        if (name.startsWith('__napi_register__')) (register as () => void)();
    },
  });
  return napiModule.exports as NapiImage;
}

function withMemory(imports: Imports, memory: WebAssembly.Memory): Imports {
  imports.env = { ...imports.env, ...imports.napi, ...imports.emnapi, memory };
  return imports;
}

/** emnapi makes Buffers of results, of which nothing is used but that they are bytes. */
function giveBuffer(): void {
  const scope = self as { Buffer?: unknown };
  const from = (source: ArrayBuffer, at?: number, length?: number): Uint8Array =>
    new Uint8Array(source, at, length);
  scope.Buffer ??= Object.assign(() => {}, { from, isBuffer: () => false });
}

/** In a thread: answers what the runtime asks. */
function serveThread(): void {
  const handler = new MessageHandler({
    onLoad: ({
      wasmModule,
      wasmMemory,
    }: {
      wasmModule: WebAssembly.Module;
      wasmMemory: WebAssembly.Memory;
    }) =>
      instantiateNapiModuleSync(wasmModule, {
        childThread: true,
        wasi: new WASI({}),
        plugins: [emnapiAsyncWorkPlugin, emnapiTSFNPlugin],
        overwriteImports: (imports: Imports) => withMemory(imports, wasmMemory),
      }),
  });
  self.onmessage = (event: MessageEvent) => handler.handle(event);
}

if ((self as { name?: unknown }).name === THREAD) serveThread();
