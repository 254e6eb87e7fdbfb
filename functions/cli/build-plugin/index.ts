import { createAssetOptimizer, type BuildOptions } from './asset-optimizer.ts';
import { esbuildPlugin, type EsbuildPlugin } from './esbuild-plugin.ts';
import { rollupPlugin, type RollupPlugin } from './rollup-plugin.ts';
import {
  astroIntegration,
  eleventyPlugin,
  type AstroIntegration,
  type EleventyConfig,
} from './site-plugins.ts';
import { vitePlugin, type VitePlugin } from './vite-plugin.ts';
import { webpackPlugin, type WebpackPlugin } from './webpack-plugin.ts';

/** The door `featherpress/plugin`: the same work as a plugin of each build tool. */
export const vite = (options?: BuildOptions): VitePlugin => vitePlugin(createAssetOptimizer(options));
export const rollup = (options?: BuildOptions): RollupPlugin => rollupPlugin(createAssetOptimizer(options));
export const webpack = (options?: BuildOptions): WebpackPlugin =>
  webpackPlugin(createAssetOptimizer(options));
export const rspack = webpack;
export const esbuild = (options?: BuildOptions): EsbuildPlugin =>
  esbuildPlugin(createAssetOptimizer(options));
export const astro = (options?: BuildOptions): AstroIntegration =>
  astroIntegration(createAssetOptimizer(options));
/** For `addPlugin(eleventy, options)`. */
export const eleventy = (config: EleventyConfig, options?: BuildOptions): void =>
  eleventyPlugin(createAssetOptimizer(options))(config);
