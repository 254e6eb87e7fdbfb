import type { Plugin } from 'vite';
import { WORKER_HEADERS } from '#platform/contracts/worker-policy.ts';
import { readBrowserAssets, type ServedAsset } from './browser-codec-assets.ts';
import { ENGINE_PREFIX } from './engine-files.ts';

const MODULE = 'virtual:engine-assets';
const RESOLVED = `\0${MODULE}`;
/** Where the development server has them. */
const FOLDER = '/@engine-assets/';

/**
 * Gives the engine's worker the addresses of what its codecs load. A build emits them below `/assets`, named by content like
 * all others, so that a library which pages use as well is there once; the development server reads them at each request.
 */
export function engineAssets(): Plugin {
  let isBuild = false;
  return {
    name: 'featherpress-engine-assets',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const addresses = (await readBrowserAssets()).map((asset) => {
        if (!isBuild) return [asset.asset, JSON.stringify(FOLDER + nameOf(asset))];
        const reference = this.emitFile({ type: 'asset', name: nameOf(asset), source: asset.bytes });
        return [asset.asset, `import.meta.ROLLUP_FILE_URL_${reference}`];
      });
      const fields = addresses.map(([asset, address]) => `${JSON.stringify(asset)}: ${address}`);
      return `export const addresses = { ${fields.join(', ')} };`;
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        // Vite marks what scripts import with a query.
        const path = request.url?.replace(/\?.*/, '');
        if (!path?.startsWith(FOLDER)) return next();
        const name = path.slice(FOLDER.length);
        readBrowserAssets().then((assets) => {
          const asset = assets.find((each) => nameOf(each) === name);
          if (!asset) return next();
          response.setHeader('Content-Type', asset.contentType);
          for (const [header, value] of Object.entries(WORKER_HEADERS)) response.setHeader(header, value);
          response.end(asset.bytes);
        }, next);
      });
    },
  };
}

/** The script of libvips is that of its thread as well: its name gives it the headers of workers, see static-assets.ts. */
function nameOf({ asset, name }: ServedAsset): string {
  return asset === 'vips-script' ? `${ENGINE_PREFIX}vips-worker.js` : name;
}
