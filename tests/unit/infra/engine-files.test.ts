import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  isEngineFile,
  listEngineFiles,
  pagesApartFromEngine,
  WORKER_NAMES,
} from '../../../infra/setup/engine-files.ts';

it.each([
  ['/assets/on-device.engine-worker-1a2b.js', true],
  ['/assets/on-device.compress-pdf-1a2b.js', true],
  ['/assets/vips-1a2b.wasm', true],
  ['/assets/engine-store-1a2b.js', false],
  ['/assets/compress-on-device-1a2b.js', false],
  ['/on-device.js', false],
])('knows whether %s is a part of the engine: %s', (path, isPart) => {
  expect(isEngineFile(path)).toBe(isPart);
});

it("names the engine's worker and what workers load late as its parts, and no other worker", () => {
  const filled = (pattern: string) => `/${pattern.replace('[name]', 'x').replace('[hash]', '1a2b')}`;
  const nameOf = (name: string) => filled(WORKER_NAMES.entryFileNames({ name }));
  expect(isEngineFile(nameOf('engine-worker'))).toBe(true);
  expect(isEngineFile(nameOf('pdf-pages-worker'))).toBe(false);
  const late = { name: 'index', facadeModuleId: '/engine/formats/png/index.ts' };
  expect(WORKER_NAMES.chunkFileNames(late)).toBe('assets/on-device.png-[hash].js');
  expect(isEngineFile(filled(WORKER_NAMES.chunkFileNames({ ...late, name: 'a' })))).toBe(true);
});

it('stops a build that gives a script of pages such a name', () => {
  const generate = pagesApartFromEngine().generateBundle as (options: object, bundle: object) => void;
  const context = {
    error: (message: string) => {
      throw new Error(message);
    },
  };
  const bundleOf = (type: string, fileName: string) => ({ [fileName]: { type, fileName } });
  const run = (bundle: object) => () => generate.call(context, {}, bundle);
  expect(run(bundleOf('chunk', 'assets/engine-store-1.js'))).not.toThrow();
  // What workers are built into comes as an asset.
  expect(run(bundleOf('asset', 'assets/on-device.compress-pdf-1.js'))).not.toThrow();
  expect(run(bundleOf('chunk', 'assets/on-device.store-1.js'))).toThrow('assets/on-device.store-1.js');
});

it('lists parts with their sizes on the disk and on the way', () => {
  const client = mkdtempSync(join(tmpdir(), 'client-'));
  mkdirSync(`${client}/assets`);
  writeFileSync(`${client}/assets/on-device.a-1.js`, 'abcdef');
  writeFileSync(`${client}/assets/on-device.a-1.js.br`, 'abc');
  writeFileSync(`${client}/assets/b-1.wasm`, 'ab');
  writeFileSync(`${client}/assets/page-1.js`, 'a');
  const { files } = listEngineFiles(client);
  rmSync(client, { recursive: true });
  expect(files.map(({ path, bytes, transferBytes }) => [path, bytes, transferBytes])).toEqual([
    ['/assets/b-1.wasm', 2, 2],
    ['/assets/on-device.a-1.js', 6, 3],
  ]);
});
