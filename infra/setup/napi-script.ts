import { build, type Plugin } from 'esbuild';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../workers/engine/codecs/wasm/napi-thread.ts', import.meta.url));
const PACKAGE = createRequire(import.meta.url).resolve('@napi-rs/image-wasm32-wasi/package.json');

/** What starts @napi-rs/image in a browser, as text to stand behind another module: it exports `startNapi`. */
export async function bundleNapiScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'napiScript',
    platform: 'browser',
    target: 'es2023',
    logLevel: 'silent',
    plugins: [itsOwnRuntime()],
  });
  return `\n${outputFiles[0]!.text}\nexport const { startNapi } = napiScript;\n`;
}

/** The versions of emnapi that the package was built for, and not those that others brought. */
function itsOwnRuntime(): Plugin {
  return {
    name: 'its-own-runtime',
    setup(bundler) {
      bundler.onResolve({ filter: /^@(emnapi|napi-rs)\// }, ({ path, kind, pluginData }) =>
        pluginData === 'resolving'
          ? undefined
          : bundler.resolve(path, { resolveDir: dirname(PACKAGE), kind, pluginData: 'resolving' }),
      );
    },
  };
}
