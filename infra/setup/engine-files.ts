import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { ENGINE_LIST, type EngineFile, type EngineFileList } from '../../platform/contracts/engine-files.ts';
import { afterBuild } from './after-build.ts';

/**
 * What names of the engine's scripts begin with: its worker's, those that it loads by kind, and libvips'. Vite names the chunks of
 * pages after their modules, which have no dot there; a build in which one of them began so would stop.
 */
export const ENGINE_PREFIX = 'on-device.';

/** The engine's scripts and every WebAssembly file. All lie below `/assets` under names with a hash; nothing of it is precached. */
const ENGINE_FILE = /^(on-device\.[\w.-]+\.js|[\w.-]+\.wasm)$/;

const CLIENT = 'build/client';

/** Whether a file of the client build belongs to the engine. @param path from the root of the site */
export function isEngineFile(path: string): boolean {
  return path.startsWith('/assets/') && ENGINE_FILE.test(path.slice('/assets/'.length));
}

/**
 * How Vite names what it builds for workers. Those that pages start themselves keep the usual names; what they load late
 * has the engine's prefix, because the engine loads it too.
 */
export const WORKER_NAMES = {
  entryFileNames: ({ name }: { readonly name: string }) =>
    `assets/${name === 'engine-worker' ? ENGINE_PREFIX : ''}[name]-[hash].js`,
  chunkFileNames: ({ name, facadeModuleId }: ChunkFacts) =>
    `assets/${ENGINE_PREFIX}${name === 'index' ? folderOf(facadeModuleId) : '[name]'}-[hash].js`,
};

interface ChunkFacts {
  readonly name: string;
  /** The module that the chunk is loaded as, where there is one. */
  readonly facadeModuleId: string | null;
}

/** A format's module is the index of its folder, and its chunk has the name of that folder. */
function folderOf(module: string | null): string {
  return module?.split('/').at(-2) ?? '[name]';
}

/** Stops a build of pages that gives one of their scripts a name of the engine's: it would be missing offline. */
export function pagesApartFromEngine(): Plugin {
  return {
    name: 'featherpress-pages-apart-from-engine',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const taken = chunks.find(({ fileName }) => isEngineFile(`/${fileName}`));
      if (taken)
        this.error(`Expected no name of the engine's for a script of pages but received ${taken.fileName}`);
    },
  };
}

/** Writes `/engine-files.json` into the client build; after compressAhead, whose files tell what travels. */
export function engineFiles(): Plugin {
  return afterBuild('engine-files', async () => {
    writeFileSync(CLIENT + ENGINE_LIST, JSON.stringify(listEngineFiles(CLIENT)));
  });
}

/** The engine's files in a client build, by path. */
export function listEngineFiles(client: string): EngineFileList {
  const paths = readdirSync(`${client}/assets`)
    .map((name) => `/assets/${name}`)
    .filter(isEngineFile)
    .sort();
  const files = paths.map((path): EngineFile => {
    const content = readFileSync(client + path);
    const ahead = `${client}${path}.br`;
    return {
      path,
      bytes: content.length,
      transferBytes: existsSync(ahead) ? statSync(ahead).size : content.length,
      sha256: hashOf(content),
    };
  });
  return { version: hashOf(files.map(({ sha256 }) => sha256).join()).slice(0, 12), files };
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
