import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { WASM_FILES } from '#engine/codecs/shared/index.ts';
import { completionScript, SHELLS } from '#functions/cli/completion.ts';
import { manPage } from '#functions/cli/man-page.ts';
import { buildClient } from './build-client.ts';

/** Code of the package, in this order: the command, the library, and the program of the engine processes. */
const ENTRIES = {
  cli: 'functions/cli.ts',
  index: 'functions/cli/library.ts',
  'engine-process': 'workers/pool/engine-process.ts',
};

/** The command calls the client that is a door of the package, which has it once. */
const ONE_CLIENT: Plugin = {
  name: 'one-client',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/client\/index\.ts$/ }, () => ({ path: './client.js', external: true })),
};

interface ProjectPackage {
  readonly version: string;
  readonly license: string;
  readonly description: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Builds the npm package of the command-line tool, the library and the client of the API: JavaScript for Node 20 and later without the code of
 * the server. Codecs stay ordinary dependencies.
 * @param folder where to build; emptied first
 * @returns the names of the packages that it depends on
 */
export async function buildPackage(folder: string): Promise<string[]> {
  const project = JSON.parse(await readFile(fromRoot('package.json'), 'utf8')) as ProjectPackage;
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: fromRoot('.'),
    entryPoints: ENTRIES,
    outdir: `${folder}/dist`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    plugins: [ONE_CLIENT],
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    // Names stay, so that what goes wrong on somebody's machine can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  // Of some packages only the WebAssembly file is read.
  imported.push(...Object.values(WASM_FILES));
  const names = Object.keys(project.dependencies).filter((name) =>
    imported.some((path) => path === name || path.startsWith(`${name}/`)),
  );
  const dependencies = Object.fromEntries(names.map((name) => [name, project.dependencies[name]!]));
  await mkdir(`${folder}/man`, { recursive: true });
  await mkdir(`${folder}/completions`);
  await buildClient(`${folder}/dist`);
  await Promise.all([
    writeFile(`${folder}/package.json`, `${JSON.stringify(packageJson(project, dependencies), null, 2)}\n`),
    writeFile(`${folder}/man/featherpress.1`, manPage(project.version)),
    ...SHELLS.map((shell) =>
      writeFile(`${folder}/completions/featherpress.${shell}`, completionScript(shell)),
    ),
    copyFile(fromRoot('functions/cli/package/index.d.ts'), `${folder}/dist/index.d.ts`),
    copyFile(fromRoot('functions/cli/package/README.md'), `${folder}/README.md`),
    copyFile(fromRoot('LICENSE'), `${folder}/LICENSE`),
    chmod(`${folder}/dist/cli.js`, 0o755),
  ]);
  return Object.keys(dependencies);
}

function packageJson({ version, license, description }: ProjectPackage, dependencies: object): object {
  return {
    name: 'featherpress',
    version,
    description,
    license,
    keywords: ['compress', 'optimize', 'jpeg', 'png', 'webp', 'pdf', 'pptx', 'cli'],
    type: 'module',
    engines: { node: '>=20.19' },
    bin: { featherpress: 'dist/cli.js' },
    man: 'man/featherpress.1',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './client': { types: './dist/client/index.d.ts', default: './dist/client.js' },
      './package.json': './package.json',
    },
    files: ['dist', 'man', 'completions'],
    dependencies,
  };
}

function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
