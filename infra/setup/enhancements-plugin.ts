import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, ResolvedConfig } from 'vite';

const ENTRY = fileURLToPath(new URL('../../app/enhancements/main.ts', import.meta.url));
const ASSETS = 'build/client/assets';
const VIRTUAL = 'virtual:enhancements';

/**
 * Builds `app/enhancements/main.ts` as an entry of its own beside Remix's, so that pages can load it without React, and
 * tells the server its address: `virtual:enhancements` exports it.
 */
export function enhancements(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'featherpress-enhancements',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      if (config.command === 'build' && !config.build.ssr)
        this.emitFile({ type: 'chunk', id: ENTRY, name: 'enhancements' });
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return;
      // In browsers, and while developing, Remix brings the scripts; Remix builds the client before the server.
      const built = config.command === 'build' && config.build.ssr ? enhancementsPath() : '';
      return `export default ${JSON.stringify(built)};`;
    },
  };
}

/** Where the client build has put the script, as a path from the root of the site. */
export function enhancementsPath(): string {
  const name = readdirSync(ASSETS).find((file) => /^enhancements-[\w-]+\.js$/.test(file));
  if (!name) throw new Error(`Expected the enhancements script in ${ASSETS} but found none.`);
  return `/assets/${name}`;
}
