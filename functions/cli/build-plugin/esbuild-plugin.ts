import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AssetOptimizer, BuildAsset } from './asset-optimizer.ts';

interface OutputFile {
  readonly path: string;
  contents: Uint8Array;
}

interface BuildResult {
  readonly metafile?: { readonly outputs: Readonly<Record<string, unknown>> } | undefined;
  readonly outputFiles?: OutputFile[] | undefined;
}

/** What is used of esbuild. */
interface Build {
  readonly initialOptions: { metafile?: boolean; absWorkingDir?: string };
  onEnd(work: (result: BuildResult) => Promise<{ warnings: { text: string }[] }>): void;
}

export interface EsbuildPlugin {
  readonly name: string;
  setup(build: Build): void;
}

/** Files of the loaders "file" and "copy", written or handed back. */
export function esbuildPlugin(optimizer: AssetOptimizer): EsbuildPlugin {
  return {
    name: 'featherpress',
    setup({ initialOptions, onEnd }) {
      initialOptions.metafile = true;
      onEnd(async ({ metafile, outputFiles }) => {
        const { absWorkingDir = process.cwd() } = initialOptions;
        const paths = Object.keys(metafile?.outputs ?? {}).filter((name) => optimizer.takes(name));
        const assets = outputFiles
          ? outputFiles.map(({ path, contents }) => ({ name: path, bytes: contents }))
          : await Promise.all(paths.map((path) => readAsset(resolve(absWorkingDir, path))));
        const { smaller, summary, warnings } = await optimizer.optimize(assets);
        for (const [name, bytes] of smaller) {
          const file = outputFiles?.find(({ path }) => path === name);
          if (file) file.contents = bytes;
          else await writeFile(name, bytes);
        }
        if (summary !== '') console.info(`featherpress: ${summary}`);
        return { warnings: warnings.map((text) => ({ text })) };
      });
    },
  };
}

async function readAsset(path: string): Promise<BuildAsset> {
  return { name: path, bytes: await readFile(path) };
}
