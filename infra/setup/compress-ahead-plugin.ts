import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';
import { afterBuild } from './after-build.ts';

const ASSETS = 'build/client/assets';
/** What fits into one packet anyway is not worth a file. */
const MIN_BYTES = 1_024;
/** Megabytes of WebAssembly take half a minute and come from packages, the same in every build. */
const CACHE = 'node_modules/.cache/compressed-ahead';
/** The highest quality takes twice as long there, for 5 % less. */
const WASM_QUALITY = 10;
/** For `npm test`, in a clone without a cache: 1.5 s of CPU instead of 20, for 9 % more (14 MB, Node 24). */
const TESTED_WASM_QUALITY = 9;

/** Leaves a `.br` beside scripts, styles and WebAssembly of the client build; `functions/web/static-assets.ts` serves it. */
export function compressAhead(): Plugin {
  return afterBuild('compress-ahead', compressAssets);
}

async function compressAssets({ mode }: ResolvedConfig): Promise<void> {
  const names = await readdir(ASSETS);
  for (const name of names.filter((each) => /\.(js|css)$/.test(each))) {
    const bytes = await readFile(`${ASSETS}/${name}`);
    if (bytes.length < MIN_BYTES) continue;
    await writeFile(`${ASSETS}/${name}.br`, await compressed(bytes, constants.BROTLI_MAX_QUALITY));
  }
  const quality = mode === 'test' ? TESTED_WASM_QUALITY : WASM_QUALITY;
  const wasm = names.filter((each) => each.endsWith('.wasm'));
  await Promise.all(wasm.map((each) => compressOnce(each, quality)));
}

async function compressOnce(name: string, quality: number): Promise<void> {
  const bytes = await readFile(`${ASSETS}/${name}`);
  const cached = `${CACHE}/${createHash('sha256').update(bytes).digest('hex')}-${quality}.br`;
  const known = await readFile(cached).catch(() => null);
  const packed = known ?? (await compressed(bytes, quality));
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
