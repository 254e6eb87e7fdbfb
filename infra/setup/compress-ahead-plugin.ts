import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

const ASSETS = 'build/client/assets';
/** What fits into one packet anyway is not worth a file. */
const MIN_BYTES = 1_024;

/** Leaves a `.br` beside scripts and styles of the client build; `functions/web/static-assets.ts` serves it. */
export function compressAhead(): Plugin {
  return afterBuild('compress-ahead', compressAssets);
}

async function compressAssets(): Promise<void> {
  const names = (await readdir(ASSETS)).filter((name) => /\.(js|css)$/.test(name));
  for (const name of names) {
    const bytes = await readFile(`${ASSETS}/${name}`);
    if (bytes.length < MIN_BYTES) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    await writeFile(`${ASSETS}/${name}.br`, await promisify(brotliCompress)(bytes, { params }));
  }
}
