import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBrowserCodecs } from '#engine/codecs/wasm/create-browser-codecs.ts';
import { BrowserEngine } from '#tests/fixtures/browser-engine/browser-engine.ts';
import { remoteImageCodec } from '#tests/fixtures/browser-engine/remote-image-codec.ts';
import { readBrowserAsset } from '../../infra/setup/browser-codec-assets.ts';
import { describeCodecs } from './codecs-suite.ts';

let engine: BrowserEngine;

beforeAll(async () => {
  engine = await BrowserEngine.start();
});

afterAll(async () => {
  await engine.stop();
});

/** Pictures in a real Chromium, as libvips shares its memory with a thread there; the rest is the same in any realm. */
describeCodecs('the codecs of browsers', () => ({
  ...createBrowserCodecs({
    loadAsset: async (asset) => (await readBrowserAsset(asset)).bytes,
    vipsScript: 'about:blank',
    startThread: () => {},
  }),
  image: remoteImageCodec(() => engine),
}));

it("works in a worker whose policy has no 'unsafe-eval', and complains of nothing", () => {
  expect(engine.complaints).toEqual([]);
});
