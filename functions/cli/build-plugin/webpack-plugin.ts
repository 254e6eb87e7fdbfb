import type { AssetOptimizer } from './asset-optimizer.ts';

interface Source {
  source(): string | Buffer;
}

/** What is used of a compilation of webpack 5 or Rspack. */
interface Compilation {
  readonly hooks: {
    readonly processAssets: {
      tapPromise(
        options: { readonly name: string; readonly stage: number },
        work: (assets: Readonly<Record<string, Source>>) => Promise<void>,
      ): void;
    };
  };
  readonly warnings: Error[];
  updateAsset(name: string, source: Source): void;
}

/** What is used of their compiler. Rspack has the classes of webpack below the same name. */
interface Compiler {
  readonly webpack: {
    readonly Compilation: { readonly PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE: number };
    readonly sources: { readonly RawSource: new (bytes: Buffer) => unknown };
  };
  readonly options: { readonly mode?: string | undefined };
  readonly hooks: {
    readonly thisCompilation: { tap(name: string, work: (compilation: Compilation) => void): void };
  };
  /** Shown as it comes; Rspack leaves the log of a compilation out of its statistics. */
  getInfrastructureLogger(name: string): { info(text: string): void };
}

export interface WebpackPlugin {
  apply(compiler: Compiler): void;
}

const NAME = 'featherpress';

/** Assets of a build for production, before their names get the hashes of their content. */
export function webpackPlugin(optimizer: AssetOptimizer): WebpackPlugin {
  return {
    apply(compiler) {
      const { webpack, options, hooks } = compiler;
      if (options.mode === 'development') return;
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE;
      hooks.thisCompilation.tap(NAME, (compilation) => {
        compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, async (assets) => {
          const files = Object.entries(assets)
            .filter(([name]) => optimizer.takes(name))
            .map(([name, asset]) => ({ name, bytes: bytesOf(asset) }));
          const { smaller, summary, warnings } = await optimizer.optimize(files);
          for (const [name, bytes] of smaller)
            compilation.updateAsset(name, new webpack.sources.RawSource(Buffer.from(bytes)) as Source);
          for (const warning of warnings) compilation.warnings.push(new Error(`${NAME}: ${warning}`));
          if (summary !== '') compiler.getInfrastructureLogger(NAME).info(summary);
        });
      });
    },
  };
}

function bytesOf(asset: Source): Uint8Array {
  const content = asset.source();
  return typeof content === 'string' ? Buffer.from(content) : content;
}
