import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { equalBytes } from '#engine/base/bytes.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { loadWasm } from '#engine/codecs/native/load-wasm.ts';
import { compress, FILE_KINDS } from '#engine/index.ts';
import { JPX_FILES } from '#tests/fixtures/pictures/jpx-files.ts';
import { smallFile } from '#tests/fixtures/small-files.ts';
import { globals } from '../../infra/lint/programs.ts';
import { brokenRulesIn } from '#tests/support/broken-rules.ts';
import { bundleWhole, bundleWithoutWasmPackages, WASM_PACKAGES } from '#tests/support/browser-bundle.ts';
import { runInRealm } from '#tests/support/browser-realm.ts';

const codecs = createNativeCodecs();

/** The server's codec for callers in another realm, whose arrays are none of its own. */
const imageOutside = new Proxy(codecs.image, {
  get(image, name) {
    const value: unknown = Reflect.get(image, name);
    if (typeof value !== 'function') return value;
    return (input: unknown, ...others: unknown[]): unknown =>
      Reflect.apply(value, image, [
        ArrayBuffer.isView(input) ? Uint8Array.from(input as Uint8Array) : input,
        ...others,
      ]);
  },
});

describe('the engine, bundled for a browser', () => {
  it('imports only the packages that load WebAssembly', async () => {
    const { imports } = await bundleWithoutWasmPackages();
    const packages = imports.map((path) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    );
    expect([...new Set(packages)]).toEqual([...WASM_PACKAGES]);
  });

  it('knows no global but those of a web worker', async () => {
    const { script } = await bundleWithoutWasmPackages();
    expect(script.length).toBeGreaterThan(100_000);
    const folder = mkdtempSync(join(tmpdir(), 'featherpress-bundle-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'engine.js'), script);
    const rules = {
      categories: { correctness: 'off' },
      globals: globals.worker,
      rules: { 'no-undef': ['error', { typeof: true }] },
    };
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(rules));
    expect(await brokenRulesIn(folder)).toEqual([]);
  });

  it('leaves modules of Node to branches of the WebAssembly packages', async () => {
    const { nodeImports } = await bundleWhole();
    const allowed = (each: string): boolean =>
      WASM_PACKAGES.some((name) => each.startsWith(`node_modules/${name}/`));
    expect(nodeImports.filter((each) => !allowed(each))).toEqual([]);
  });
});

describe('the bundle in a realm without Node', () => {
  let script: string;
  let engine: ReturnType<typeof runInRealm>;

  beforeAll(async () => {
    ({ script } = await bundleWhole());
    engine = runInRealm(script);
  });

  it.each(FILE_KINDS)('compresses a %s to the bytes that the server gives', async (kind) => {
    const source = await smallFile(kind);
    const inRealm = { ...codecs, image: imageOutside, ...engine.createSharedCodecs(loadWasm) };
    const here = await compress(source, { codecs });
    const there = await engine.compress(source, { codecs: inRealm });
    expect(there.report).toMatchObject({ kind, outputBytes: here.bytes.length });
    expect(there.bytes.length).toBeLessThan(source.length);
    expect(equalBytes(there.bytes, here.bytes)).toBe(true);
  });

  it('decodes JPEG 2000 and deflates optimally', async () => {
    const { jpx } = engine.createSharedCodecs(loadWasm);
    const raster = await jpx.decode(JPX_FILES.rgb);
    expect([...raster.data]).toEqual([...(await codecs.jpx.decode(JPX_FILES.rgb)).data]);
    const packed = await engine.deflateOptimally(new Uint8Array(5000), { format: 'zlib', level: 12 });
    const back = await codecs.deflate.inflate(packed, { format: 'zlib', maxOutputBytes: 5000 });
    expect(back).toEqual(new Uint8Array(5000));
  });

  it('gives a damaged file the same error', async () => {
    const jpeg = (await smallFile('jpeg')).subarray(0, 3000);
    await expect(engine.compress(jpeg, { codecs })).rejects.toMatchObject({ code: 'damaged' });
  });

  // The kernels of the visual score are WebAssembly that the engine compiles from its own script.
  it("needs 'wasm-unsafe-eval' in the worker's content security policy", async () => {
    const strict = runInRealm(script, { wasm: false });
    await expect(strict.compress(await smallFile('jpeg'), { codecs })).rejects.toMatchObject({
      name: 'CompileError',
    });
  });
});
