import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { BROWSER_ASSETS, type BrowserAsset } from '#engine/codecs/wasm/assets.ts';
import { withLeanThreads } from './lean-threads.ts';
import { withSideModules } from './side-modules.ts';
import { withThreadsByPort } from './threads-by-port.ts';
import { withoutEval } from './without-eval.ts';

const BUILT = fileURLToPath(new URL('../../workers/engine/codecs/wasm/built/', import.meta.url));

/** An asset of the browser's codecs as it is to be served. */
export interface ServedAsset {
  readonly asset: BrowserAsset;
  /** File name; a build may put a hash into it. */
  readonly name: string;
  readonly contentType: 'application/wasm' | 'text/javascript';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads an asset from its package or from the built ones; the script of libvips loses what needs 'unsafe-eval', and threads, and takes parts that are handed to it. */
export async function readBrowserAsset(asset: BrowserAsset): Promise<ServedAsset> {
  const { from, path, name } = BROWSER_ASSETS[asset];
  const file = from === 'built' ? BUILT + path : pathInPackages(path);
  const bytes = new Uint8Array(await readFile(file));
  if (asset !== 'vips-script') return { asset, name, contentType: 'application/wasm', bytes };
  const script = withSideModules(
    withThreadsByPort(withLeanThreads(withoutEval(new TextDecoder().decode(bytes)))),
  );
  return { asset, name, contentType: 'text/javascript', bytes: new TextEncoder().encode(script) };
}

/** All of them. */
export function readBrowserAssets(): Promise<ServedAsset[]> {
  return Promise.all((Object.keys(BROWSER_ASSETS) as BrowserAsset[]).map(readBrowserAsset));
}

/** Packages name what may be imported of them, and the browser's script of libvips is not among it in Node. */
function pathInPackages(path: string): string {
  const require = createRequire(import.meta.url);
  if (!path.startsWith('wasm-vips/lib/')) return require.resolve(path);
  return require.resolve('wasm-vips/vips.wasm').replace(/vips\.wasm$/, path.slice('wasm-vips/lib/'.length));
}
