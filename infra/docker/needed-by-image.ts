import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

/** What each image runs; a program that is started by its path is an entry of its own. */
export const IMAGE_ENTRIES = {
  all: [
    'functions/all-in-one.ts',
    'functions/manage-keys.ts',
    'workers/pool/engine-process.ts',
    'build/server/index.js',
  ],
  web: ['functions/web.ts', 'functions/manage-keys.ts', 'build/server/index.js'],
  worker: ['workers/main.ts', 'workers/pool/engine-process.ts'],
  function: ['functions/lambda/worker.mjs', 'workers/pool/engine-process.ts'],
} as const;
export type ImageName = keyof typeof IMAGE_ENTRIES;

/** What a server loads in development alone. */
const OF_DEVELOPMENT: ReadonlySet<string> = new Set(['vite']);

/** Paths relative to the folder that holds node_modules. */
export interface Needed {
  /** Folders, such as `node_modules/zod`. */
  readonly packages: ReadonlySet<string>;
  /** Files of ours; not those of the built site. */
  readonly sources: readonly string[];
}

/**
 * The files of ours that programs import, statically or later, and the packages with all that those depend on.
 * @param root the folder that holds node_modules
 * @param also paths in packages that other files name [none]
 */
export async function neededBy(
  root: string,
  entries: readonly string[],
  also: readonly string[] = [],
): Promise<Needed> {
  const { paths, sources } = await importsOf(root, entries);
  const names = [...paths, ...also].map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  return { packages: packagesOf(root, new Set(names)), sources };
}

function packagesOf(root: string, names: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const folder = folderOf(name, from, root);
    if (folder === null || found.has(relative(root, folder))) return;
    found.add(relative(root, folder));
    for (const each of dependenciesOf(folder)) visit(each, folder);
  };
  for (const name of names) visit(name, root);
  return found;
}

async function importsOf(
  root: string,
  entries: readonly string[],
): Promise<{ readonly paths: string[]; readonly sources: string[] }> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    outdir: 'unused',
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    // Articles and styles of the site import no code.
    loader: { '.md': 'empty', '.mdx': 'empty', '.css': 'empty', '.woff2': 'empty' },
    logLevel: 'error',
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const bare = imports
    .filter(({ external, path }) => external && !isBuiltin(path) && !OF_DEVELOPMENT.has(path))
    .map(({ path }) => path);
  // Modules of WebAssembly are read as files.
  const code = Object.keys(metafile.inputs).filter((path) => /\.[cm]?[jt]sx?$/.test(path));
  const read = code.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/'([@a-z][^'\s]*\.wasm)'/g)].map(
      ([, each = '']) => each,
    ),
  );
  return {
    paths: [...bare, ...read],
    sources: code.filter((path) => !path.startsWith('build/')),
  };
}

/** As Node looks for it: beside the importer, then further up. Null for an optional one that is not installed. */
function folderOf(name: string, from: string, root: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (at === root || at === dirname(at)) return null;
  }
}

function dependenciesOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'optionalDependencies' | 'peerDependencies' | 'peerDependenciesMeta',
    Record<string, unknown> | undefined
  >;
  const optionalPeers = Object.keys(manifest.peerDependenciesMeta ?? {});
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter((name) => !optionalPeers.includes(name));
  return [
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.optionalDependencies ?? {}),
    ...peers,
  ];
}
