import type Vips from 'wasm-vips';
import { BROWSER_ASSETS, type LoadAsset, type WasmAsset } from './assets.ts';
import { compileAsset } from './compile-asset.ts';
import { askForThread, type StartThread, type VipsThread } from './vips-thread.ts';

/** libvips with everything that its script exports. */
export type VipsLibrary = typeof Vips & {
  /** Where its images lie. */
  readonly wasmMemory: WebAssembly.Memory;
  /** @returns 0 where there is no room */
  readonly _emscripten_builtin_malloc: (bytes: number) => number;
  readonly _emscripten_builtin_free: (address: number) => void;
};

/** With what `infra/setup/threads-by-port.ts` and `side-modules.ts` put in. */
type VipsOptions = Parameters<typeof Vips>[0] & {
  readonly startThread: () => VipsThread;
  /** Compiled, by the names in `dynamicLibraries`. */
  readonly sideModules: Readonly<Record<string, WebAssembly.Module>>;
};
type VipsScript = { readonly default: (options: VipsOptions) => Promise<typeof Vips> };

/**
 * Loads libvips with one thread for pixels and without caches, as sharp has it on the server.
 * @param script address of its script, which its threads are started from
 * @param startThread starts them
 * @param sides parts of it in files of their own
 * @throws when the script, the WebAssembly or shared memory is not to be had
 */
export async function loadVips(
  load: LoadAsset,
  script: string,
  startThread: StartThread,
  sides: readonly WasmAsset[] = [],
): Promise<VipsLibrary> {
  // The module is under way while the script arrives; its failure is the one that is told.
  const compiling = compileAsset('vips', load);
  const compilingSides = Promise.all(
    sides.map(async (side) => [BROWSER_ASSETS[side].name, await compileAsset(side, load)] as const),
  );
  const [{ default: start }, module, compiled] = await Promise.all([
    import(/* @vite-ignore */ script) as Promise<VipsScript>,
    compiling,
    compilingSides,
  ]);
  let wasmMemory: WebAssembly.ImportValue | undefined;
  const vips = await new Promise<typeof Vips>((resolve, reject) => {
    start({
      dynamicLibraries: compiled.map(([name]) => name),
      sideModules: Object.fromEntries(compiled),
      startThread: () => askForThread(script, startThread),
      preRun: (vips) => {
        vips.ENV.VIPS_CONCURRENCY = '1';
      },
      // Warnings of decoders; what matters is thrown.
      print: ignored,
      printErr: ignored,
      onAbort: (what: unknown) => reject(new Error(`libvips could not start: ${String(what)}`)),
      instantiateWasm: (imports, done) => {
        wasmMemory = imports.env?.memory;
        // A failure in here would not reach the promise of `start`.
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), reject);
        return {};
      },
    }).then(resolve, reject);
  });
  vips.concurrency(1);
  vips.Cache.max(0);
  return Object.assign(vips as VipsLibrary, { wasmMemory });
}

function ignored(): void {}
