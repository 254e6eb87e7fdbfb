import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

const ASSETS = 'build/client/assets';
/** What fits into one packet anyway is not worth a file. */
const MIN_BYTES = 1_024;
/** Megabytes of WebAssembly take half a minute and come from packages, the same in every build. */
const CACHE = 'node_modules/.cache/compressed-ahead';
/** The highest quality takes twice as long there, for 5 % less. */
const WASM_QUALITY = 10;

/** Leaves a `.br` beside scripts, styles and WebAssembly of the client build; `functions/web/static-assets.ts` serves it. */
export function compressAhead(): Plugin {
  return afterBuild('compress-ahead', compressAssets);
}

async function compressAssets(): Promise<void> {
  const names = await readdir(ASSETS);
  for (const name of names.filter((each) => /\.(js|css)$/.test(each))) {
    const bytes = await readFile(`${ASSETS}/${name}`);
    if (bytes.length < MIN_BYTES) continue;
    await writeFile(`${ASSETS}/${name}.br`, await compressed(bytes, constants.BROTLI_MAX_QUALITY));
  }
  await Promise.all(names.filter((each) => each.endsWith('.wasm')).map(compressOnce));
}

async function compressOnce(name: string): Promise<void> {
  const bytes = await readFile(`${ASSETS}/${name}`);
  const cached = `${CACHE}/${createHash('sha256').update(bytes).digest('hex')}-${WASM_QUALITY}.br`;
  const known = await readFile(cached).catch(() => null);
  const packed = known ?? (await compressed(bytes, WASM_QUALITY));
  await writeFile(`${ASSETS}/${name}.br`, packed);
  if (known) return;
  await mkdir(CACHE, { recursive: true });
  await writeFile(cached, packed);
}

function compressed(bytes: Uint8Array, quality: number): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
