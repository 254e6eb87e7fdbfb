import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { BROWSER_ASSETS } from '#engine/codecs/wasm/assets.ts';
import { replaceSpots, type Spot } from '../setup/replace-spots.ts';
import { readBrowserAssets } from '../setup/browser-codec-assets.ts';

const DEVICE = fileURLToPath(new URL('../../app/compressor/device/', import.meta.url));

/** Name of the worker's script beside that of the page. */
const WORKER = 'browser-worker.js';

/** Bundlers would take its last part for code to change, and for a classic script. */
const VIPS_SCRIPT = 'vips-es6.mjs';

const IN_PAGE: readonly Spot[] = [{ from: './engine-worker.ts', to: `./${WORKER}` }];

/** Addresses that bundlers would take for files of the package. */
const IN_WORKER: readonly Spot[] = [
  { from: 'import(script)', to: 'import(/* @vite-ignore *//* webpackIgnore: true */script)' },
];

/**
 * Gives the worker its assets by `new URL('./name', import.meta.url)`, the form in which Vite, webpack and others find files,
 * and the page its worker.
 */
const FOUND_BY_BUNDLERS: Plugin = {
  name: 'found-by-bundlers',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^virtual:engine-assets$/ }, () => ({ path: 'assets', namespace: 'engine' }));
    onLoad({ filter: /^assets$/, namespace: 'engine' }, () => ({ contents: addressesModule() }));
    // What packages import in branches for Node alone.
    onResolve({ filter: /^(fs|path|module|url|crypto|node:.*)$/ }, () => ({
      path: 'nothing',
      namespace: 'engine',
    }));
    onLoad({ filter: /^nothing$/, namespace: 'engine' }, () => ({ contents: '' }));
  },
};

function addressesModule(): string {
  const fields = Object.entries(BROWSER_ASSETS).map(
    ([asset, { name }]) => `'${asset}': new URL('./${fileName(name)}', import.meta.url).href`,
  );
  return `export const addresses = { ${fields.join(', ')} };`;
}

function fileName(name: string): string {
  return name === BROWSER_ASSETS['vips-script'].name ? VIPS_SCRIPT : name;
}

/**
 * Builds `featherpress/browser`: the engine in a worker of a page, with its codecs as files beside it.
 * @param folder where `browser.js`, `browser-worker.js` and the codecs go
 * @returns what lies in them
 */
export async function buildBrowser(folder: string): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    entryPoints: { browser: `${DEVICE}page-engine.ts`, 'browser-worker': `${DEVICE}engine-worker.ts` },
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2023'],
    plugins: [FOUND_BY_BUNDLERS],
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    write: false,
  });
  for (const { path, text } of outputFiles)
    await writeFile(path, replaceSpots(text, path.endsWith(WORKER) ? IN_WORKER : IN_PAGE));
  for (const { name, bytes } of await readBrowserAssets())
    await writeFile(`${folder}/${fileName(name)}`, bytes);
  return metafile;
}
