import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { ENGINE_LIST, type EngineFile, type EngineFileList } from '../../platform/contracts/engine-files.ts';
import { afterBuild } from './after-build.ts';

/**
 * What the engine in the browser consists of: its worker's script and the chunks that it loads by kind, named by `worker` in
 * vite.config.ts, and every WebAssembly file. All lie below `/assets` under names with a hash; nothing of it is precached.
 */
const ENGINE_FILE = /^(engine-[\w.-]+\.js|[\w.-]+\.wasm)$/;

const CLIENT = 'build/client';

/** Whether a file of the client build belongs to the engine. @param path from the root of the site */
export function isEngineFile(path: string): boolean {
  return path.startsWith('/assets/') && ENGINE_FILE.test(path.slice('/assets/'.length));
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
