import type { ImageCodec } from '../image-codec.ts';
import { Reloadable } from '../shared/index.ts';
import type { LoadAsset } from './assets.ts';
import { compileAsset } from './compile-asset.ts';

/** oxipng in WebAssembly. */
export function createPngOptimizer(load: LoadAsset): ImageCodec['optimizePng'] {
  const library = new Reloadable(async () => {
    const { initSync, optimise } = await import('@jsquash/oxipng/codec/pkg/squoosh_oxipng.js');
    initSync(await compileAsset('oxipng', load));
    return optimise;
  });
  return async (bytes, { effort = 2 }) => (await library.get())(bytes, effort, false, false);
}
