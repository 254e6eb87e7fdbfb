import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AssetOptimizer, BuildAsset } from './asset-optimizer.ts';
import { splitRequest } from './picture-query.ts';

/** What is used of Rollup's context. */
export interface RollupContext {
  info(text: string): void;
  warn(text: string): void;
  resolve(
    source: string,
    importer: string | undefined,
    options: object,
  ): Promise<{ readonly id: string; readonly external?: unknown } | null>;
  addWatchFile(path: string): void;
  emitFile(file: { readonly type: 'asset'; readonly name: string; readonly source: Uint8Array }): string;
}

interface OutputFile {
  readonly type: 'asset' | 'chunk';
  source?: string | Uint8Array;
}

/** Before the plugins that load images. */
interface ResolveHook {
  readonly order: 'pre';
  handler(
    this: RollupContext,
    source: string,
    importer: string | undefined,
    options: object,
  ): Promise<string | null>;
}

/** A plugin for Rollup, as far as it is used here. */
export interface RollupPlugin {
  readonly name: string;
  readonly resolveId: ResolveHook;
  load(this: RollupContext, id: string): Promise<string | null>;
  generateBundle(this: RollupContext, options: unknown, bundle: Record<string, OutputFile>): Promise<void>;
}

/** Emitted files, and those that imports ask for by queries: Rollup itself takes no images. */
export function rollupPlugin(optimizer: AssetOptimizer): RollupPlugin {
  const made = new Set<string>();
  return {
    name: 'featherpress',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        const path = await answerOf(this, optimizer, source, importer, options, process.cwd());
        if (path !== null) made.add(path);
        return path;
      },
    },
    async load(id) {
      if (!made.has(id)) return null;
      const [path = id] = id.split('?', 1);
      const file = this.emitFile({ type: 'asset', name: basename(path), source: await readFile(path) });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
    async generateBundle(_options, bundle) {
      await optimizeBundle(this, optimizer, bundle);
    },
  };
}

/** Of files whose addresses a build takes over as they are. */
export const NOT_IN_SOURCES =
  'it is a file of the public folder, or another plugin makes it. Options in a query go with files beside the sources.';

/** What is taken in place of an import with a query of ours; null for all others. @throws Error that names the file */
export async function answerOf(
  context: RollupContext,
  { queries }: AssetOptimizer,
  source: string,
  importer: string | undefined,
  options: object,
  root: string,
): Promise<string | null> {
  const request = splitRequest(source);
  const found = request && (await context.resolve(request.path, importer, { ...options, skipSelf: true }));
  if (!found || found.external) return null;
  if (!existsSync(found.id)) {
    context.warn(`${source} stays as it is: ${NOT_IN_SOURCES}`);
    return null;
  }
  const answer = await queries.answer(found.id, request.query, root);
  if (answer !== null) context.addWatchFile(found.id);
  return answer;
}

export async function optimizeBundle(
  context: RollupContext,
  optimizer: AssetOptimizer,
  bundle: Record<string, OutputFile>,
): Promise<void> {
  const assets = Object.entries(bundle).flatMap(([name, { type, source }]) =>
    type === 'asset' && source instanceof Uint8Array ? [{ name, bytes: source }] : [],
  );
  for (const [name, bytes] of await optimizeAndTell(context, optimizer, assets)) bundle[name]!.source = bytes;
}

export async function optimizeAndTell(
  context: Pick<RollupContext, 'info' | 'warn'>,
  optimizer: AssetOptimizer,
  assets: readonly BuildAsset[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { smaller, summary, warnings } = await optimizer.optimize(assets);
  for (const warning of warnings) context.warn(warning);
  if (summary !== '') context.info(summary);
  return smaller;
}
