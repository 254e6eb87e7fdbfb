import type { Plugin, ResolvedConfig } from 'vite';

/**
 * A plugin that works on the finished client build. Remix builds the client first and the server last; only when the
 * server build has ended is everything written, Remix's list of routes included.
 */
export function afterBuild(name: string, work: (config: ResolvedConfig) => Promise<void>): Plugin {
  let config: ResolvedConfig;
  return {
    name: `featherpress-${name}`,
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (config.build.ssr) await work(config);
      },
    },
  };
}
