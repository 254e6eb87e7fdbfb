import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';
import { isEngineFile } from './engine-files.ts';
import { enhancementsPath } from './enhancements-plugin.ts';

const CLIENT = 'build/client';
const WORKER = 'app/pwa/worker/main.ts';
/** Pictures for other sites and for the install dialogue: no page shows them. */
const NOT_SHOWN = /^\/(social|screenshots|icons)\//;
/** Pictures above this size are kept when they were first seen, not before. */
const PICTURE_MAX_BYTES = 100 * 1024;

/** Writes `/sw.js` into the client build, with the list of everything that the site needs offline. */
export function serviceWorker(): Plugin {
  return afterBuild('service-worker', writeWorker);
}

async function writeWorker(): Promise<void> {
  const paths = listFiles(CLIENT).filter((path) => path !== '/sw.js' && !path.endsWith('.br'));
  const routesVersion = paths.map((path) => /^\/assets\/manifest-(\w+)\.js$/.exec(path)?.[1]).find(Boolean);
  if (!routesVersion) throw new Error(`Expected Remix's list of routes in ${CLIENT}/assets but found none.`);
  const info = {
    routesVersion,
    enhancements: enhancementsPath(),
    files: paths.filter(isPrecached),
    engine: paths.filter(isEngineFile),
    version: hashOf(paths),
  };
  await build({
    entryPoints: [WORKER],
    outfile: `${CLIENT}/sw.js`,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    define: { BUILD_INFO: JSON.stringify(info) },
  });
}

function isPrecached(path: string): boolean {
  // Megabytes that few visitors need.
  if (isEngineFile(path)) return false;
  if (path.startsWith('/assets/')) return true;
  return (
    /\.(svg|webp|png|jpg)$/.test(path) &&
    !NOT_SHOWN.test(path) &&
    statSync(CLIENT + path).size <= PICTURE_MAX_BYTES
  );
}

/** Over names and contents: a changed picture is a new version too. */
function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update(readFileSync(CLIENT + path));
  return hash.digest('hex').slice(0, 12);
}

/** Paths from the root of the site, in order; without Vite's own notes. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.vite'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'))
    .sort();
}
