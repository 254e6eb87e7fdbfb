import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { BROWSER_ASSETS } from '#engine/codecs/wasm/assets.ts';
import { completionScript, SHELLS } from '#functions/cli/completion.ts';
import { manPage } from '#functions/cli/man-page.ts';
import { IN_ENGINE, licencesText, MOZJPEG, packageIn, type ShippedPackage } from '../docker/licences.ts';
import { buildBrowser } from './build-browser.ts';
import { buildClient } from './build-client.ts';
import { BUNDLED_CODECS } from './bundled-codecs.ts';

/** Code of the package, in this order: the command, the library, the plugins of build tools, and the program of the engine processes. */
const ENTRIES = {
  cli: 'functions/cli.ts',
  index: 'functions/cli/library.ts',
  plugin: 'functions/cli/build-plugin/index.ts',
  'engine-process': 'workers/pool/engine-process.ts',
};

/** Packages that cannot lie in the package, since they hold a program for each platform. */
const INSTALLED = ['sharp'] as const;

/** The command calls the client that is a door of the package, which has it once. */
const ONE_CLIENT: Plugin = {
  name: 'one-client',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/client\/index\.ts$/ }, () => ({ path: './client.js', external: true })),
};

interface ProjectPackage {
  /** What the package is called too, scope included: the one place that says it. */
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Builds the npm package of the command-line tool, the library for Node and pages, and the client of the API: JavaScript for Node 20 and later without the code of
 * the server, with the packages that it needs. Of those sharp alone is installed.
 * @param folder where to build; emptied first
 * @param repository web address of its sources: a registry takes no proof of origin without [not named]
 */
export async function buildPackage(folder: string, repository?: string): Promise<void> {
  const project = JSON.parse(await readFile(fromRoot('package.json'), 'utf8')) as ProjectPackage;
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: fromRoot('.'),
    entryPoints: ENTRIES,
    outdir: `${folder}/dist`,
    // One file an entry: a start that finds sixty chunks takes 0.03 s of CPU more.
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: [...INSTALLED],
    plugins: [ONE_CLIENT, BUNDLED_CODECS],
    // Packages of CommonJS ask for modules of Node.
    banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);" },
    legalComments: 'none',
    // Names stay, so that what goes wrong on somebody's machine can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
  });
  await mkdir(`${folder}/man`, { recursive: true });
  await mkdir(`${folder}/completions`);
  await buildClient(`${folder}/dist`);
  const inPages = await buildBrowser(`${folder}/dist`);
  await Promise.all([
    writeFile(`${folder}/package.json`, `${JSON.stringify(packageJson(project, repository), null, 2)}\n`),
    writeFile(`${folder}/man/featherpress.1`, manPage(project.version)),
    ...SHELLS.map((shell) =>
      writeFile(`${folder}/completions/featherpress.${shell}`, completionScript(shell)),
    ),
    ...['README.md', 'dist/index.d.ts', 'dist/plugin.d.ts', 'dist/queries.d.ts', 'dist/browser.d.ts'].map(
      async (path) => {
        const text = await readFile(fromRoot(`functions/cli/package/${basename(path)}`), 'utf8');
        await writeFile(`${folder}/${path}`, withPackageName(text, project.name));
      },
    ),
    copyFile(fromRoot('LICENSE'), `${folder}/LICENSE`),
    copyFile(fromRoot('functions/cli/package/CHANGELOG.md'), `${folder}/CHANGELOG.md`),
    writeFile(`${folder}/LICENCES.txt`, licencesText(packagesIn([metafile, inPages]))),
    chmod(`${folder}/dist/cli.js`, 0o755),
  ]);
}

/** Packages of others whose code or WebAssembly lies in the package, by name. */
function packagesIn(built: readonly Metafile[]): ShippedPackage[] {
  const assets = Object.values(BROWSER_ASSETS).filter(({ from }) => from === 'package');
  const paths = [
    ...built.flatMap(({ inputs }) => Object.keys(inputs)),
    ...assets.map(({ path }) => `node_modules/${path}`),
  ];
  const folders = paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  const packages = folders.map((folder) => packageIn(fromRoot(folder)));
  const byName = new Map([...packages, ...IN_ENGINE, MOZJPEG].map((each) => [each.name, each]));
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function packageJson(project: ProjectPackage, repository?: string): object {
  const { name, version, license, description } = project;
  const dependencies = Object.fromEntries(INSTALLED.map((each) => [each, project.dependencies[each]!]));
  return {
    name,
    version,
    description,
    license,
    ...(repository ? { repository: { type: 'git', url: `git+${repository}.git` } } : {}),
    keywords: ['compress', 'optimize', 'jpeg', 'png', 'webp', 'pdf', 'pptx', 'cli'],
    type: 'module',
    engines: { node: '>=20.19' },
    bin: { featherpress: 'dist/cli.js' },
    man: 'man/featherpress.1',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './browser': { types: './dist/browser.d.ts', default: './dist/browser.js' },
      './client': { types: './dist/client/index.d.ts', default: './dist/client.js' },
      './plugin': { types: './dist/plugin.d.ts', default: './dist/plugin.js' },
      './queries': { types: './dist/queries.d.ts' },
      './package.json': './package.json',
    },
    files: ['dist', 'man', 'completions', 'CHANGELOG.md', 'LICENCES.txt'],
    dependencies,
  };
}

/** A text of the package by the name that the package has; the command keeps its own. */
export function withPackageName(text: string, name: string): string {
  return text.replaceAll(/(?<=['"`])featherpress(?=['"/])/g, name);
}

function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
