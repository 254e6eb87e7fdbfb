import type { AssetOptimizer } from './asset-optimizer.ts';
import { splitRequest } from './picture-query.ts';

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
  readonly errors: Error[];
  readonly fileDependencies: { add(path: string): unknown };
  updateAsset(name: string, source: Source): void;
}

/** What is used of a module before it is made: its file, and the names that are made of it. */
interface ResolvedModule {
  resource?: string;
  request?: string;
  userRequest?: string;
}

interface Resolved {
  /** Whether webpack need not ask again when it builds again. */
  cacheable?: boolean;
  readonly createData?: ResolvedModule | undefined;
}

interface ModuleFactory {
  readonly hooks: {
    readonly afterResolve: {
      tapPromise(name: string, work: (resolved: Resolved) => Promise<void>): void;
    };
  };
}

/** What is used of their compiler. Rspack has the classes of webpack below the same name. */
interface Compiler {
  readonly webpack: {
    readonly Compilation: { readonly PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE: number };
    readonly sources: { readonly RawSource: new (bytes: Buffer) => unknown };
  };
  readonly context: string;
  readonly options: { readonly mode?: string | undefined };
  readonly hooks: {
    readonly thisCompilation: {
      tap(
        name: string,
        work: (compilation: Compilation, parameters: { readonly normalModuleFactory: ModuleFactory }) => void,
      ): void;
    };
  };
  /** Shown as it comes; Rspack leaves the log of a compilation out of its statistics. */
  getInfrastructureLogger(name: string): { info(text: string): void };
}

export interface WebpackPlugin {
  apply(compiler: Compiler): void;
}

const NAME = 'featherpress';

/** Assets of a build for production, before their names get the hashes of their content, and what imports ask for by queries. */
export function webpackPlugin(optimizer: AssetOptimizer): WebpackPlugin {
  return {
    apply(compiler) {
      const { webpack, options, hooks } = compiler;
      hooks.thisCompilation.tap(NAME, (compilation, { normalModuleFactory }) => {
        normalModuleFactory.hooks.afterResolve.tapPromise(NAME, async (resolved) => {
          await answerQuery(resolved, { compiler, compilation, optimizer });
        });
        const isForProduction = options.mode !== 'development';
        const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE;
        compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, async (assets) => {
          const files = Object.entries(assets)
            .filter(([name]) => isForProduction && optimizer.takes(name))
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

/** Gives a module another file. Its rules stay those of the source: they were chosen before. */
async function answerQuery(
  resolved: Resolved,
  {
    compiler,
    compilation,
    optimizer,
  }: {
    readonly compiler: Compiler;
    readonly compilation: Compilation;
    readonly optimizer: AssetOptimizer;
  },
): Promise<void> {
  const module = resolved.createData ?? {};
  const { resource = '' } = module;
  const request = splitRequest(resource);
  if (request === null) return;
  compilation.fileDependencies.add(request.path);
  resolved.cacheable = false;
  try {
    const answer = await optimizer.queries.answer(request.path, request.query, compiler.context);
    if (answer === null) return;
    module.resource = answer;
    for (const name of ['request', 'userRequest'] as const) {
      const named = module[name];
      if (named !== undefined) module[name] = named.replaceAll(resource, answer);
    }
  } catch (error) {
    compilation.errors.push(new Error(`${NAME}: ${(error as Error).message}`));
  }
}

function bytesOf(asset: Source): Uint8Array {
  const content = asset.source();
  return typeof content === 'string' ? Buffer.from(content) : content;
}
