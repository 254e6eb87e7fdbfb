import { build, type Plugin } from 'esbuild';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a page would load: the engine's door and the codecs that are the same everywhere. */
const ENTRY = "export * from '#engine/index.ts'; export * from '#engine/codecs/shared/index.ts';";

/** Packages whose own scripts load their WebAssembly. They carry branches for Node, which a browser does not take. */
export const WASM_PACKAGES = ['@cornerstonejs/codec-openjpeg', '@hyzyla/pdfium'] as const;

const OPTIONS = {
  stdin: { contents: ENTRY, resolveDir: ROOT, loader: 'ts' },
  absWorkingDir: ROOT,
  bundle: true,
  write: false,
  platform: 'browser',
  target: 'es2023',
  logLevel: 'silent',
} as const;

/**
 * Bundles the engine's own code and pure JavaScript packages; the WebAssembly packages stay imports.
 * @returns the script, and which packages it imports
 * @throws when any of it imports a module of Node
 */
export async function bundleWithoutWasmPackages(): Promise<{ script: string; imports: string[] }> {
  const external = WASM_PACKAGES.flatMap((name) => [name, `${name}/*`]);
  const { outputFiles, metafile } = await build({ ...OPTIONS, format: 'esm', external, metafile: true });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  return { script: outputFiles[0]!.text, imports: [...new Set(imports)].sort() };
}

/**
 * Bundles everything into one script that sets the variable `engine`, as a page's bundler would.
 * @returns the script, and who imported which module of Node; those are empty in it
 */
export async function bundleWhole(): Promise<{ script: string; nodeImports: string[] }> {
  const nodeImports: string[] = [];
  const { outputFiles } = await build({
    ...OPTIONS,
    format: 'iife',
    globalName: 'engine',
    define: { 'import.meta.url': '"https://example.org/engine.js"' },
    plugins: [emptyNodeModules(nodeImports)],
  });
  return { script: outputFiles[0]!.text, nodeImports };
}

function emptyNodeModules(found: string[]): Plugin {
  return {
    name: 'empty-node-modules',
    setup(bundler) {
      bundler.onResolve({ filter: /^(node:.*|fs|path|module|url|crypto)$/ }, ({ path, importer }) => {
        found.push(`${importer.slice(ROOT.length)} → ${path}`);
        return { path, namespace: 'empty' };
      });
      bundler.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};' }));
    },
  };
}
