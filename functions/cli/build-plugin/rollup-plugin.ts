import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetOptimizer, BuildAsset } from './asset-optimizer.ts';
import { filesBelow } from './files-below.ts';

/** What is used of Rollup's context. */
interface Context {
  info(text: string): void;
  warn(text: string): void;
}

interface OutputFile {
  readonly type: 'asset' | 'chunk';
  source?: string | Uint8Array;
}

/** What is used of Vite's configuration. */
interface ViteConfig {
  readonly publicDir: string;
  readonly build: { readonly copyPublicDir: boolean };
}

/** A plugin for Rollup and Vite, as far as it is used here. */
export interface RollupPlugin {
  readonly name: string;
  /** For Vite: after others have emitted their files, and not in the server of development. */
  readonly enforce: 'post';
  readonly apply: 'build';
  configResolved(config: ViteConfig): void;
  generateBundle(this: Context, options: unknown, bundle: Record<string, OutputFile>): Promise<void>;
  writeBundle(this: Context, options: { readonly dir?: string | undefined }): Promise<void>;
}

/** Emitted files, and with Vite those that it copies from its public folder. */
export function rollupPlugin(optimizer: AssetOptimizer): RollupPlugin {
  let publicDir: string | undefined;
  return {
    name: 'featherpress',
    enforce: 'post',
    apply: 'build',
    configResolved(config) {
      publicDir = config.build.copyPublicDir && config.publicDir !== '' ? config.publicDir : undefined;
    },
    async generateBundle(_options, bundle) {
      const assets = Object.entries(bundle).flatMap(([name, { type, source }]) =>
        type === 'asset' && source instanceof Uint8Array ? [{ name, bytes: source }] : [],
      );
      for (const [name, bytes] of await optimized(this, optimizer, assets)) bundle[name]!.source = bytes;
    },
    async writeBundle({ dir }) {
      if (publicDir === undefined || dir === undefined) return;
      const names = (await filesBelow(publicDir)).filter((name) => optimizer.takes(name));
      const assets = await Promise.all(
        names.map(async (name): Promise<BuildAsset[]> => {
          const bytes = await readFile(join(dir, name)).catch(() => null);
          return bytes === null ? [] : [{ name, bytes }];
        }),
      );
      for (const [name, bytes] of await optimized(this, optimizer, assets.flat()))
        await writeFile(join(dir, name), bytes);
    },
  };
}

async function optimized(
  context: Context,
  optimizer: AssetOptimizer,
  assets: readonly BuildAsset[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { smaller, summary, warnings } = await optimizer.optimize(assets);
  for (const warning of warnings) context.warn(warning);
  if (summary !== '') context.info(summary);
  return smaller;
}
