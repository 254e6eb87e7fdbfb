import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROOMS = ['app', 'functions', 'workers', 'platform', 'infra', 'bench', 'tests'] as const;

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** Path in the repository, or null for a package. */
  readonly target: string | null;
}

export interface SourceFile {
  /** With forward slashes, from the root of the repository. */
  readonly path: string;
  readonly imports: readonly Import[];
}

/** All files of the rooms, whatever their kind, but for packages and what is not TypeScript though it is called so (AssemblyScript). */
export function listFiles(): string[] {
  return globSync(`{${ROOMS.join()}}/**`, {
    cwd: ROOT,
    withFileTypes: true,
    exclude: ({ name, parentPath }) =>
      name === 'node_modules' || join(parentPath, name).endsWith(join('kernels', 'assembly')),
  })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** All TypeScript files of the rooms with what they import. */
export function readSources(): SourceFile[] {
  return listFiles()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, path), 'utf8'), true, true);
      const imports = importedFiles.map(({ fileName }) => ({
        specifier: fileName,
        target: targetOf(path, fileName),
      }));
      return { path, imports };
    });
}

export function exists(path: string): boolean {
  return existsSync(join(ROOT, path));
}

export function targetOf(path: string, specifier: string): string | null {
  const bare = specifier.split('?')[0] ?? specifier;
  if (bare.startsWith('.')) return posix.normalize(posix.join(dirname(path), bare));
  if (bare.startsWith('~/')) return `app/${bare.slice(2)}`;
  const alias = /^#(app|engine|workers|platform|functions|tests)\/(.*)$/.exec(bare);
  if (!alias) return null;
  return `${alias[1] === 'engine' ? 'workers/engine' : alias[1]}/${alias[2]}`;
}
