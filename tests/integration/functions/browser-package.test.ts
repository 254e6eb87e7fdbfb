import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { build as runVite } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { compress } from '#functions/cli/library.ts';
import { FILE_KINDS, type FileKind } from '#engine/index.ts';
import { listen } from '#tests/fixtures/listen.ts';
import { smallFile } from '#tests/fixtures/small-files.ts';
import { puppeteer } from '../../../infra/browsers/puppeteer.ts';
import { bundle } from '../../../infra/bundlers/webpack.ts';
import { buildPackage } from '../../../infra/package/build-package.ts';
import { PATIENCE_MS, TEST_LIMIT_MS } from '../../../infra/setup/patience.ts';

/** The page of a visitor: it compresses what it fetches, and tells the hash. */
const PAGE_SCRIPT = `
import { compress, isEngineError } from 'featherpress/browser';
window.run = async (name) => {
  const source = await (await fetch('/files/' + name)).blob();
  try {
    const { blob, report } = await compress(source);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
    return [report.kind, Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')];
  } catch (error) {
    return [isEngineError(error) ? error.code : String(error)];
  }
};`;

/** What the page of the package says that a page needs. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};
const TYPES: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' },
  '.wasm': 'application/wasm',
};

/** Debian's own browsers, as the tests of pages have them. */
const [CHROMIUM, FIREFOX] = ['/usr/bin/chromium', '/usr/bin/firefox'];

describe('the engine in a page of others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'featherpress-page-'));
  const path = (name: string) => join(folder, name);
  const files = new Map<string, Uint8Array>([['broken', new Uint8Array(300)]]);

  beforeAll(async () => {
    mkdirSync(path('node_modules'));
    await buildPackage(path('build'));
    symlinkSync(path('build'), path('node_modules/featherpress'));
    writeFileSync(path('main.js'), PAGE_SCRIPT);
    writeFileSync(path('index.html'), '<!doctype html><script type="module" src="./main.js"></script>');
    for (const kind of FILE_KINDS) files.set(kind, await smallFile(kind));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const served = (site: string) =>
    listen((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const file = files.get(pathname.replace('/files/', ''));
      const name = pathname === '/' ? '/index.html' : pathname;
      try {
        const body = file ?? readFileSync(path(site + name));
        const type = TYPES[extname(name)] ?? 'application/octet-stream';
        response.writeHead(200, { ...ISOLATED, 'content-type': type }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });

  const buildByVite = async (): Promise<void> => {
    await runVite({
      configFile: false,
      root: folder,
      logLevel: 'error',
      build: { outDir: 'vite', minify: false },
    });
  };

  const buildByWebpack = async (): Promise<void> => {
    const told = await bundle('webpack', {
      ...{ mode: 'production', context: folder, entry: './main.js', performance: { hints: false } },
      // What a minifier does is webpack's own, and takes longest.
      optimization: { minimize: false },
      output: { path: path('webpack'), filename: 'main.js' },
    });
    expect(told).toBe('');
    writeFileSync(path('webpack/index.html'), '<!doctype html><script src="./main.js"></script>');
  };

  beforeAll(async () => {
    await buildByVite();
    await buildByWebpack();
  });

  const inChromium = async (address: string) => {
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const browser = await chromium.launch({ executablePath: CHROMIUM, args });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(address);
    return (name: string) => page.evaluate(`run(${JSON.stringify(name)})`);
  };

  const inFirefox = async (address: string) => {
    const browser = await puppeteer.launch({
      ...{ browser: 'firefox', executablePath: FIREFOX },
      ...{ timeout: PATIENCE_MS, protocolTimeout: TEST_LIMIT_MS },
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(address);
    return (name: string) => page.evaluate(`run(${JSON.stringify(name)})`);
  };

  const expectBytesOfNode = async (run: (name: string) => Promise<unknown>, kinds: readonly FileKind[]) => {
    for (const kind of kinds) {
      const { bytes } = await compress(files.get(kind)!);
      expect(await run(kind)).toEqual([kind, createHash('sha256').update(bytes).digest('hex')]);
    }
    expect(await run('broken')).toEqual(['unsupported']);
  };

  it('gives the bytes of Node in a page that Vite built, in Chromium', async () => {
    await expectBytesOfNode(await inChromium(await served('vite')), FILE_KINDS);
  });

  it('gives the bytes of Node in a page that webpack built, in Firefox', async () => {
    await expectBytesOfNode(await inFirefox(await served('webpack')), ['png', 'pdf']);
  });

  it('gives the bytes of Node the other way round: Vite in Firefox, webpack in Chromium', async () => {
    await expectBytesOfNode(await inFirefox(await served('vite')), ['jpeg']);
    await expectBytesOfNode(await inChromium(await served('webpack')), ['jpeg']);
  });
});
