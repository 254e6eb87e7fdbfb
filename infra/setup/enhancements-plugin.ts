import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, ResolvedConfig } from 'vite';

/** Scripts by the name that their file is given. */
const ENTRIES = { enhancements: 'main', 'api-page': 'api-page' } as const;
type EntryName = keyof typeof ENTRIES;
const ASSETS = 'build/client/assets';
const VIRTUAL = 'virtual:enhancements';

/**
 * Builds `app/enhancements/main.ts`, and what the page of the API has beside it, as entries of their own beside Remix's, so
 * that pages can load them without React, and tells the server their addresses: `virtual:enhancements` exports them.
 */
export function enhancements(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'featherpress-enhancements',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      if (config.command !== 'build' || config.build.ssr) return;
      for (const [name, file] of Object.entries(ENTRIES))
        this.emitFile({ type: 'chunk', id: entryPath(file), name });
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return;
      // In browsers, and while developing, Remix brings the scripts; Remix builds the client before the server.
      const isServer = config.command === 'build' && Boolean(config.build.ssr);
      const built = (name: EntryName) => JSON.stringify(isServer ? builtPath(name) : '');
      return `export default ${built('enhancements')};\nexport const apiPage = ${built('api-page')};`;
    },
  };
}

/** Where the client build has put the script of every page, as a path from the root of the site. */
export function enhancementsPath(): string {
  return builtPath('enhancements');
}

function builtPath(entry: EntryName): string {
  const pattern = new RegExp(`^${entry}-[\\w-]{8}\\.js$`);
  const name = readdirSync(ASSETS).find((file) => pattern.test(file));
  if (!name) throw new Error(`Expected the script ${entry} in ${ASSETS} but found none.`);
  return `/assets/${name}`;
}

function entryPath(file: string): string {
  return fileURLToPath(new URL(`../../app/enhancements/${file}.ts`, import.meta.url));
}
