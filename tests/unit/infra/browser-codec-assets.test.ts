import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { BrowserAsset } from '#engine/codecs/wasm/assets.ts';
import { readBrowserAsset, readBrowserAssets } from '../../../infra/setup/browser-codec-assets.ts';
import { withLeanThreads } from '../../../infra/setup/lean-threads.ts';
import { withThreadsByPort } from '../../../infra/setup/threads-by-port.ts';
import { withoutEval } from '../../../infra/setup/without-eval.ts';

const require = createRequire(import.meta.url);

/** What a result depends on: whatever decodes, encodes, scales or converts colours. */
const LIBRARIES = [
  'vips',
  'mozjpeg',
  'webp',
  'imagequant',
  'lcms',
  'png',
  'zlib-ng',
  'tiff',
  'cgif',
  'exif',
  'highway',
  'heif',
  'aom',
] as const;

const BUILT_SHA256 = {
  'zlib-stream': 'ee5e35cf221ab5914f185a9a7e0839fe7d00b61fcc21ce543abaed5b374df2a3',
  'jpeg-transcoder': '274b40a834f4eb5689211c485451cf9c772fb0f3a42ad094fcbe356110a8e7d4',
};

describe('the parts of the engine in browsers', () => {
  it('have the versions of the libraries of the server', async () => {
    const path = require.resolve('wasm-vips/versions');
    const inBrowser = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>;
    const onServer = sharp.versions as Record<string, string | undefined>;
    for (const library of LIBRARIES)
      expect([library, inBrowser[library]]).toEqual([library, onServer[library]]);
  });

  it('are all there', async () => {
    const assets = await readBrowserAssets();
    for (const { name, contentType, bytes } of assets) {
      expect(name).toMatch(contentType === 'application/wasm' ? /\.wasm$/ : /\.js$/);
      if (contentType === 'application/wasm')
        expect([...bytes.subarray(0, 4)]).toEqual([0, 0x61, 0x73, 0x6d]);
    }
    expect(new Set(assets.map(({ name }) => name)).size).toBe(assets.length);
  });

  it.each(Object.entries(BUILT_SHA256))(
    'hold the %s that infra/wasm-codecs builds',
    async (asset, sha256) => {
      const { bytes } = await readBrowserAsset(asset as BrowserAsset);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    },
  );

  it("need no 'unsafe-eval', and say so when a new version does", async () => {
    const vips = require.resolve('wasm-vips/vips.wasm').replace(/vips\.wasm$/, 'vips-es6.js');
    const script = await readFile(vips, 'utf8');
    expect(script).toContain('new Function');
    expect(withoutEval(script)).not.toContain('new Function');
    expect(() => withoutEval('async function Vips() {}')).toThrow(/Expected this once/);
  });

  it('start as many threads of libvips on every device', async () => {
    const { bytes } = await readBrowserAsset('vips-script');
    expect(new TextDecoder().decode(bytes)).not.toMatch(/hardwareConcurrency>6/);
    expect(() => withLeanThreads('async function Vips() {}')).toThrow(/Expected this once/);
  });

  it('start no worker in a worker, which Firefox may wait for without end', async () => {
    const { bytes } = await readBrowserAsset('vips-script');
    const script = new TextDecoder().decode(bytes);
    expect(script).not.toContain('new Worker');
    expect(script).toContain('Module.startThread()');
    expect(() => withThreadsByPort('async function Vips() {}')).toThrow(/Expected this once/);
  });
});
