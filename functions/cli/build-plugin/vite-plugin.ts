import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { AssetOptimizer, BuildAsset } from './asset-optimizer.ts';
import { filesBelow } from './files-below.ts';
import { splitRequest, WITH_QUERY } from './picture-query.ts';
import { replaceAddresses } from './replace-addresses.ts';
import {
  answerOf,
  NOT_IN_SOURCES,
  optimizeAndTell,
  optimizeBundle,
  type RollupContext,
  type RollupPlugin,
} from './rollup-plugin.ts';
import { pathOfAddress, serveQueries, type ViteServer } from './vite-server.ts';

interface Alias {
  readonly find: string | RegExp;
  readonly replacement: string;
  readonly customResolver?: unknown;
}

/** What is used of Vite's configuration. */
interface ViteConfig {
  readonly command: 'build' | 'serve';
  readonly root: string;
  readonly publicDir: string;
  readonly build: { readonly copyPublicDir: boolean };
  readonly resolve: { readonly alias: Alias[] };
  readonly logger: { warn(text: string): void };
}

/** A plugin for Vite, as far as it is used here. */
export interface VitePlugin extends Pick<RollupPlugin, 'name' | 'resolveId' | 'generateBundle'> {
  /** After others have emitted their files. */
  readonly enforce: 'post';
  configResolved(config: ViteConfig): void;
  configureServer(server: ViteServer): void;
  readonly transformIndexHtml: {
    readonly order: 'pre';
    handler(html: string, page: { readonly filename: string }): Promise<string>;
  };
  writeBundle(
    this: Pick<RollupContext, 'info' | 'warn'>,
    options: { readonly dir?: string | undefined },
  ): Promise<void>;
}

/** Where styles come from. */
const STYLES = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/;

/**
 * Emitted files, those that Vite copies from its public folder, and what scripts, styles and pages ask for by queries. The server
 * for development converts what a browser fetches, and compresses nothing else.
 */
export function vitePlugin(optimizer: AssetOptimizer): VitePlugin {
  let config: ViteConfig;
  const { queries } = optimizer;

  /** Vite resolves addresses in styles by aliases and itself alone, past the plugins. */
  async function resolveByAlias(
    this: RollupContext,
    source: string,
    importer?: string,
    options: object = {},
  ) {
    const plain = withAliases(source, config.resolve.alias);
    if (importer !== undefined && STYLES.test(importer)) {
      const answer = await answerOf(this, optimizer, plain, importer, options, config.root);
      if (answer !== null) return answer;
    }
    return this.resolve(plain, importer, { ...options, skipSelf: true });
  }

  /** @param folder of the page, to which Vite takes addresses */
  async function answerAddress(address: string, folder: string): Promise<string> {
    const request = splitRequest(address);
    const file = request && pathOfAddress(request.path, folder, config.root);
    if (!file) return address;
    if (!existsSync(file)) {
      if (existsSync(join(config.publicDir, request.path)))
        config.logger.warn(`featherpress: ${address} stays as it is: ${NOT_IN_SOURCES}`);
      return address;
    }
    const answer = await queries.answer(file, request.query, config.root);
    return answer === null ? address : fromFolder(folder, answer);
  }

  return {
    name: 'featherpress',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
      // Here and not by the hook "config": scripts come without it, and Vite 8 calls resolvers of aliases deprecated, but asks no other.
      if (config.command === 'build')
        config.resolve.alias.unshift({ find: WITH_QUERY, replacement: '$&', customResolver: resolveByAlias });
    },
    configureServer(server) {
      serveQueries(server, queries);
    },
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        if (config.command === 'build' || /[?&]inline\b/.test(source)) {
          const answer = await answerOf(this, optimizer, source, importer, options, config.root);
          // Astro makes an object of an image without a query; "?url" is a string everywhere, and is taken away by Vite.
          return answer === null || answer.includes('?') ? answer : `${answer}?url`;
        }
        const request = splitRequest(source);
        const found = request && (await this.resolve(request.path, importer, { ...options, skipSelf: true }));
        if (found) queries.read(found.id, request.query, config.root);
        return null;
      },
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { filename }) =>
        config.command === 'serve'
          ? html
          : replaceAddresses(html, (address) => answerAddress(address, dirname(filename))),
    },
    async generateBundle(_options, bundle) {
      await optimizeBundle(this, optimizer, bundle);
    },
    async writeBundle({ dir }) {
      const { build, publicDir } = config;
      if (!build.copyPublicDir || publicDir === '' || dir === undefined) return;
      const names = (await filesBelow(publicDir)).filter((name) => optimizer.takes(name));
      const assets = await Promise.all(
        names.map(async (name): Promise<BuildAsset[]> => {
          const bytes = await readFile(join(dir, name)).catch(() => null);
          return bytes === null ? [] : [{ name, bytes }];
        }),
      );
      for (const [name, bytes] of await optimizeAndTell(this, optimizer, assets.flat()))
        await writeFile(join(dir, name), bytes);
    },
  };
}

/** Our alias comes first and is the only one that Vite tries: it does what that of the project would. */
function withAliases(source: string, aliases: readonly Alias[]): string {
  const own = aliases.find(({ find }) =>
    find instanceof RegExp
      ? find !== WITH_QUERY && find.test(source)
      : source === find || source.startsWith(`${find}/`),
  );
  return own ? source.replace(own.find, own.replacement) : source;
}

function fromFolder(folder: string, path: string): string {
  const way = relative(folder, path).split(sep).join('/');
  return way.startsWith('.') ? way : `./${way}`;
}
