import type { Codecs } from '../ports/codecs.ts';
import { createSharedCodecs, Reloadable } from '../shared/index.ts';
import type { LoadAsset } from './assets.ts';
import { createBrowserCipherCodec } from './browser-cipher-codec.ts';
import { createBrowserDeflateCodec } from './browser-deflate-codec.ts';
import { createBrowserImageCodec } from './browser-image-codec.ts';
import { createLoadWasm } from './compile-asset.ts';
import { loadVips } from './load-vips.ts';
import type { StartThread } from './vips-thread.ts';

/** What the codecs need of the worker that they run in. */
interface BrowserCodecsOptions {
  /** Fetches a WebAssembly file, e.g. `(asset) => fetch(addresses[asset])`. */
  readonly loadAsset: LoadAsset;
  /** Address of the asset "vips-script", as `infra/setup/browser-codec-assets.ts` gives it, on the page's own origin. */
  readonly vipsScript: string;
  /** Starts the threads of libvips; the caller ends them, after `end()`. */
  readonly startThread: StartThread;
  /** libvips has started, with all of its threads. */
  readonly onStarted?: () => void;
}

interface BrowserCodecs extends Codecs {
  /** Ends libvips' threads, which block while they wait: browsers give such a worker two seconds before they end it. */
  readonly end: () => Promise<void>;
}

/**
 * The codecs of a module worker of a browser: they give the bytes that the native ones give. One thread beside the
 * worker's own, for libvips. Each library is loaded at first use: libvips with the first picture, another one with AVIF with the first
 * of those, PDFium with the first PDF. What must be served, and with which headers, stands at {@link BROWSER_ASSETS} (`assets.ts`).
 *
 * WebAssembly memory never shrinks: a worker is best ended after large files, by `end()` and then `close()` or `terminate()`.
 */
export function createBrowserCodecs(options: BrowserCodecsOptions): BrowserCodecs {
  const { loadAsset, vipsScript, startThread, onStarted } = options;
  const vips = new Reloadable(async () => {
    const library = await loadVips(loadAsset, vipsScript, startThread);
    onStarted?.();
    return library;
  });
  const vipsWithAvif = new Reloadable(() => loadVips(loadAsset, vipsScript, startThread, ['vips-avif']));
  const deflate = createBrowserDeflateCodec(loadAsset);
  return {
    image: createBrowserImageCodec(loadAsset, { vips, vipsWithAvif }, deflate),
    deflate,
    ciphers: createBrowserCipherCodec(),
    ...createSharedCodecs(createLoadWasm(loadAsset)),
    end: async () => {
      for (const library of [vips, vipsWithAvif]) (await library.loaded)?.shutdown();
    },
  };
}
