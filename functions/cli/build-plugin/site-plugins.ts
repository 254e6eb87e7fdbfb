import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AssetOptimizer } from './asset-optimizer.ts';
import { filesBelow } from './files-below.ts';
import { vitePlugin } from './vite-plugin.ts';

/** What is used of Astro's logger. */
interface Log {
  info(text: string): void;
  warn(text: string): void;
}

/** An integration of Astro, as far as it is used here. */
export interface AstroIntegration {
  readonly name: string;
  readonly hooks: {
    'astro:config:setup'(setup: {
      updateConfig(changes: { readonly vite: { readonly plugins: readonly object[] } }): unknown;
    }): void;
    'astro:build:done'(built: { readonly dir: URL; readonly logger: Log }): Promise<void>;
  };
}

/** What is used of Eleventy's configuration. */
export interface EleventyConfig {
  on(
    event: 'eleventy.after',
    then: (built: { readonly directories: { readonly output: string }; readonly runMode: string }) => unknown,
  ): unknown;
}

/**
 * What imports ask for by queries, and all that is in the finished site: Astro's own pictures come after the plugins of Vite, and public
 * files stand beside them.
 */
export function astroIntegration(optimizer: AssetOptimizer): AstroIntegration {
  const { generateBundle: _, writeBundle: __, ...forQueries } = vitePlugin(optimizer);
  return {
    name: 'featherpress',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        updateConfig({ vite: { plugins: [forQueries] } });
      },
      'astro:build:done': ({ dir, logger }) => optimizeFolder(optimizer, fileURLToPath(dir), logger),
    },
  };
}

/** A plugin of Eleventy 3: the finished site, but not while it is served for development. */
export function eleventyPlugin(optimizer: AssetOptimizer): (config: EleventyConfig) => void {
  return (config) =>
    config.on('eleventy.after', async ({ directories, runMode }) => {
      if (runMode === 'build') await optimizeFolder(optimizer, directories.output, console);
    });
}

async function optimizeFolder(optimizer: AssetOptimizer, folder: string, log: Log): Promise<void> {
  const names = (await filesBelow(folder)).filter((name) => optimizer.takes(name));
  const assets = await Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
  );
  const { smaller, summary, warnings } = await optimizer.optimize(assets);
  for (const [name, bytes] of smaller) await writeFile(join(folder, name), bytes);
  for (const warning of warnings) log.warn(warning);
  if (summary !== '') log.info(summary);
}
