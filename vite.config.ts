import { fileURLToPath } from 'node:url';
import mdx from '@mdx-js/rollup';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { mdxOptions } from './app/content/mdx-options.ts';
import { afterBuild } from './infra/setup/after-build.ts';
import { clientChunk } from './infra/setup/client-chunks.ts';
import { compressAhead } from './infra/setup/compress-ahead-plugin.ts';
import { engineAssets } from './infra/setup/engine-assets-plugin.ts';
import { engineFiles, pagesApartFromEngine, WORKER_NAMES } from './infra/setup/engine-files.ts';
import { enhancements } from './infra/setup/enhancements-plugin.ts';
import { licences } from './infra/setup/licences-plugin.ts';
import { serviceWorker } from './infra/setup/service-worker-plugin.ts';
import remixConfig from './remix.config.js';
import { compileAhead } from './workers/pool/compile-ahead.ts';

export default defineConfig(({ isSsrBuild }) => ({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  plugins: [
    tailwindcss(),
    // MDX first: Remix's own plugin expects JavaScript.
    mdx(mdxOptions),
    remix(remixConfig),
    enhancements(),
    serviceWorker(),
    licences(),
    compressAhead(),
    engineFiles(),
    afterBuild('compile-ahead', () => compileAhead()),
    pagesApartFromEngine(),
    // The development server's; builds of workers have plugins of their own.
    { ...engineAssets(), apply: 'serve' },
  ],
  worker: {
    format: 'es',
    plugins: () => [engineAssets()],
    rollupOptions: { output: WORKER_NAMES },
  },
  // Found only when a page asks for them, they would make Vite start over in the middle of the first page.
  optimizeDeps: {
    include: [
      '@remix-run/node',
      'class-variance-authority',
      'clsx',
      'content-disposition',
      'socket.io-client',
      'sonner',
      'client-zip',
      'jszip',
      '@tanstack/react-query',
      // The engine's, in its worker.
      '@cornerstonejs/codec-openjpeg/decodewasmjs',
      '@hyzyla/pdfium',
      '@noble/ciphers/aes.js',
      '@noble/hashes/legacy.js',
      '@noble/hashes/sha2.js',
      'saxes',
    ],
  },
  // Fonts are preloaded by name; an inlined font could not be.
  build: {
    assetsInlineLimit: 0,
    ...(isSsrBuild ? {} : { rollupOptions: { output: { manualChunks: clientChunk } } }),
  },
}));
