declare module 'virtual:engine-assets' {
  import type { BrowserAsset } from '#engine/codecs/wasm/assets.ts';

  /** Where each file of the codecs is served. Written by infra/setup/engine-assets-plugin.ts. */
  export const addresses: Readonly<Record<BrowserAsset, string>>;
}
