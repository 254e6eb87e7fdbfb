import type { CompressFileOptions } from './index.js';

/** Those that leave a file its format. */
type Options = Pick<
  CompressFileOptions,
  'preset' | 'targetBytes' | 'keep' | 'score' | 'maxWidth' | 'maxHeight' | 'maxSide'
>;

export interface BuildOptions extends Options {
  /** Files that are worked on [all JPEG, PNG, WebP, AVIF, PDF and PPTX]. */
  readonly include?: RegExp;
  /** Files that stay as they are [none]. */
  readonly exclude?: RegExp;
  /** Other options for some files; the first whose pattern fits. */
  readonly overrides?: readonly (Options & { readonly test: RegExp })[];
  /** Where results are kept between builds [the cache folder of the system, as of `featherpress --cache`]. */
  readonly cacheDirectory?: string;
  /** Files at once [one a core, as far as memory allows]. */
  readonly jobs?: number;
}

/** A plugin for Vite or Rollup, as far as their types ask. */
interface NamedPlugin {
  readonly name: string;
}
interface WebpackPlugin {
  apply(compiler: object): void;
}
interface EsbuildPlugin extends NamedPlugin {
  setup(build: object): void;
}

/** Emitted files and those of the public folder. */
export declare function vite(options?: BuildOptions): NamedPlugin;
export declare function rollup(options?: BuildOptions): NamedPlugin;
export declare function webpack(options?: BuildOptions): WebpackPlugin;
export declare function rspack(options?: BuildOptions): WebpackPlugin;
export declare function esbuild(options?: BuildOptions): EsbuildPlugin;

interface Log {
  info(text: string): void;
  warn(text: string): void;
}
interface AstroIntegration extends NamedPlugin {
  readonly hooks: {
    'astro:build:done'(built: { readonly dir: URL; readonly logger: Log }): Promise<void>;
  };
}
interface EleventyConfig {
  on(event: string, then: (built: never) => unknown): unknown;
}

/** An integration of Astro: the finished site. */
export declare function astro(options?: BuildOptions): AstroIntegration;
/** A plugin of Eleventy 3, `config.addPlugin(eleventy, options)`: the finished site. */
export declare function eleventy(config: EleventyConfig, options?: BuildOptions): void;
