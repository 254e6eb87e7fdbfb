import type { Codecs } from '../codecs.ts';
import { createSharedCodecs } from '../shared/index.ts';
import type { LoadAsset } from './assets.ts';
import { createBrowserCipherCodec } from './browser-cipher-codec.ts';
import { createBrowserDeflateCodec } from './browser-deflate-codec.ts';
import { createBrowserImageCodec } from './browser-image-codec.ts';
import { createLoadWasm } from './compile-asset.ts';

/** What the codecs need of the worker that they run in. */
export interface BrowserCodecsOptions {
  /** Fetches a WebAssembly file, e.g. `(asset) => fetch(addresses[asset])`. */
  readonly loadAsset: LoadAsset;
  /** Address of the asset "vips-script", as `infra/setup/browser-codec-assets.ts` gives it, on the page's own origin. */
  readonly vipsScript: string;
}

/**
 * The codecs of a module worker of a browser: they give the bytes that the native ones give. One thread beside the
 * worker's own, for libvips. Each library is loaded at first use: libvips with the first picture, PDFium with the first
 * PDF. What must be served, and with which headers, stands at {@link BROWSER_ASSETS} (`assets.ts`).
 *
 * WebAssembly memory never shrinks: a worker is best ended after large files. `terminate()` of the worker ends libvips'
 * thread, too.
 */
export function createBrowserCodecs({ loadAsset, vipsScript }: BrowserCodecsOptions): Codecs {
  const deflate = createBrowserDeflateCodec(loadAsset);
  return {
    image: createBrowserImageCodec(loadAsset, vipsScript, deflate),
    deflate,
    ciphers: createBrowserCipherCodec(),
    ...createSharedCodecs(createLoadWasm(loadAsset)),
  };
}
