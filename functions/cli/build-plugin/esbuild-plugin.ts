import { readFile, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { AssetOptimizer, BuildAsset } from './asset-optimizer.ts';
import { splitRequest } from './picture-query.ts';

interface OutputFile {
  readonly path: string;
  contents: Uint8Array;
}

interface BuildResult {
  readonly metafile?: { readonly outputs: Readonly<Record<string, unknown>> } | undefined;
  readonly outputFiles?: OutputFile[] | undefined;
}

interface Message {
  readonly text: string;
}

/** An import, as far as it is handed on to esbuild's own resolution. */
interface Import {
  readonly path: string;
  readonly importer: string;
  readonly namespace: string;
  readonly resolveDir: string;
  readonly kind: string;
}

/** What is used of esbuild. */
interface Build {
  readonly initialOptions: {
    metafile?: boolean;
    absWorkingDir?: string;
    readonly loader?: Readonly<Record<string, string>>;
  };
  resolve(
    path: string,
    options: Omit<Import, 'path'>,
  ): Promise<{ readonly path: string; readonly external: boolean; readonly errors: readonly unknown[] }>;
  onResolve(options: { readonly filter: RegExp }, work: (request: Import) => Promise<Resolved | null>): void;
  onLoad(
    options: { readonly filter: RegExp; readonly namespace: string },
    work: (file: { readonly path: string; readonly pluginData?: unknown }) => Promise<object>,
  ): void;
  onEnd(work: (result: BuildResult) => Promise<{ warnings: Message[] }>): void;
}

type Resolved =
  | { readonly errors: readonly Message[] }
  | {
      readonly path: string;
      readonly suffix: string;
      readonly namespace: string;
      readonly pluginData: { readonly source: string };
      readonly watchFiles: readonly string[];
    };

export interface EsbuildPlugin {
  readonly name: string;
  setup(build: Build): void;
}

const NAME = 'featherpress';

/** Files of the loaders "file" and "copy", written or handed back, and what imports ask for by queries. */
export function esbuildPlugin(optimizer: AssetOptimizer): EsbuildPlugin {
  return {
    name: NAME,
    setup(build) {
      const { initialOptions } = build;
      initialOptions.metafile = true;
      const root = (): string => initialOptions.absWorkingDir ?? process.cwd();
      answerQueries(build, optimizer, root);
      build.onEnd(async ({ metafile, outputFiles }) => {
        const paths = Object.keys(metafile?.outputs ?? {}).filter((name) => optimizer.takes(name));
        const assets = outputFiles
          ? outputFiles.map(({ path, contents }) => ({ name: path, bytes: contents }))
          : await Promise.all(paths.map((path) => readAsset(resolve(root(), path))));
        const { smaller, summary, warnings } = await optimizer.optimize(assets);
        for (const [name, bytes] of smaller) {
          const file = outputFiles?.find(({ path }) => path === name);
          if (file) file.contents = bytes;
          else await writeFile(name, bytes);
        }
        if (summary !== '') console.info(`${NAME}: ${summary}`);
        return { warnings: warnings.map((text) => ({ text })) };
      });
    },
  };
}

/** The loader is that of the source, where the format that is asked for has none. */
function answerQueries(build: Build, { queries }: AssetOptimizer, root: () => string): void {
  build.onResolve({ filter: /\?/ }, async ({ path: written, ...from }) => {
    const request = splitRequest(written);
    if (request === null) return null;
    const { path: source, external, errors } = await build.resolve(request.path, from);
    if (external || errors.length > 0) return null;
    try {
      const query = queries.read(source, request.query, root());
      if (query === null) return null;
      const path = await queries.convert(source, query, root());
      return { path, suffix: query.rest, namespace: NAME, pluginData: { source }, watchFiles: [source] };
    } catch (error) {
      return { errors: [{ text: (error as Error).message }] };
    }
  });
  build.onLoad({ filter: /^/, namespace: NAME }, async ({ path, pluginData }) => {
    const { loader: loaders = {} } = build.initialOptions;
    const { source } = pluginData as { readonly source: string };
    const loader = loaders[extname(path)] ?? loaders[extname(source)] ?? 'file';
    return { contents: await readFile(path), loader };
  });
}

async function readAsset(path: string): Promise<BuildAsset> {
  return { name: path, bytes: await readFile(path) };
}
