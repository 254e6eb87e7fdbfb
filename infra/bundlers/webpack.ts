import { createRequire } from 'node:module';

type Run = (configuration: object, done: (error: Error | null, stats: Stats | undefined) => void) => void;

interface Stats {
  toString(options: object): string;
}

const require = createRequire(import.meta.url);

/** Both bundlers by their names, found from this folder alone; they take one configuration. */
export const BUNDLERS = ['webpack', 'rspack'] as const;

/** Runs a build. @returns its warnings and errors */
export async function bundle(name: (typeof BUNDLERS)[number], configuration: object): Promise<string> {
  const run =
    name === 'webpack'
      ? (require('webpack') as Run)
      : (require('@rspack/core') as { readonly rspack: Run }).rspack;
  return new Promise((resolve, reject) => {
    run(configuration, (error, stats) => {
      if (error) reject(error);
      else resolve(stats!.toString({ all: false, warnings: true, errors: true }));
    });
  });
}
