import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const ASSETS = 'build/client/assets';
/** What fits into one packet anyway is not worth a file. */
const MIN_BYTES = 1_024;

/** Leaves a `.br` beside scripts and styles of the client build; `functions/web/static-assets.ts` serves it. */
export function compressAhead(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'featherpress-compress-ahead',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      // The client build is whole when the server build, which comes last, has ended.
      async handler() {
        if (config.build.ssr) await compressAssets();
      },
    },
  };
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
