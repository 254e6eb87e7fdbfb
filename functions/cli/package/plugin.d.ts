import type { CompressFileOptions } from './index.js';

type Options = Pick<CompressFileOptions, 'preset' | 'targetBytes'>;

export interface BuildOptions extends Options {
  /** Files that are worked on [all JPEG, PNG, WebP, PDF and PPTX]. */
  readonly include?: RegExp;
  /** Files that are left alone [none]. */
  readonly exclude?: RegExp;
  /** Other options for some files; the first whose pattern fits. */
  readonly overrides?: readonly (Options & { readonly test: RegExp })[];
  /** Where results are kept between builds [the cache folder of the system, as of `featherpress --cache`]. */
  readonly cacheDirectory?: string;
  /** Files at once [one a core, as far as memory allows]. */
  readonly jobs?: number;
}

// Plugins of build tools, each of the type that its tool expects; no tool is needed for these types.
/** For Vite: emitted files and those of its public folder. */
export declare function vite(options?: BuildOptions): any;
export declare function rollup(options?: BuildOptions): any;
export declare function webpack(options?: BuildOptions): any;
export declare function rspack(options?: BuildOptions): any;
export declare function esbuild(options?: BuildOptions): any;
