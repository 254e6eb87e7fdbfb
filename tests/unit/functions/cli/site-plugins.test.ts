import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { astro, eleventy } from '#functions/cli/build-plugin/index.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { picture } from '../../../../bench/sample-pictures.ts';

async function site() {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  mkdirSync(path('out/img'), { recursive: true });
  const source = await picture('png', 48, 32);
  writeFileSync(path('out/img/a.png'), source);
  writeFileSync(path('out/broken.png'), source.subarray(0, 200));
  writeFileSync(path('out/index.html'), '<img src="/img/a.png">');
  const size = () => statSync(path('out/img/a.png')).size;
  return { path, source, size, options: { cacheDirectory: path('cache') } };
}

it('makes the finished site of Astro smaller, and tells of a damaged file', async () => {
  const { path, source, size, options } = await site();
  const logger = { info: vi.fn(), warn: vi.fn() };
  await astro(options).hooks['astro:build:done']({ dir: pathToFileURL(`${path('out')}/`), logger });
  expect(size()).toBeLessThan(source.length);
  expect(readFileSync(path('out/index.html'), 'utf8')).toBe('<img src="/img/a.png">');
  expect(statSync(path('out/broken.png')).size).toBe(200);
  expect(logger.warn).toHaveBeenCalledWith(expect.stringMatching(/^broken\.png stays as it is: /));
  expect(logger.info).toHaveBeenCalledWith(expect.stringMatching(/^2 files, /));
});

it('makes the site of Eleventy smaller, but not while it is served', async () => {
  const { path, source, size, options } = await site();
  const info = vi.spyOn(console, 'info').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  let after: ((built: never) => unknown) | undefined;
  eleventy({ on: (_, then) => (after = then) }, options);
  const built = (runMode: string) => ({ directories: { output: path('out') }, runMode }) as never;
  await after!(built('serve'));
  expect(size()).toBe(source.length);
  await after!(built('build'));
  expect(size()).toBeLessThan(source.length);
  expect(info).toHaveBeenCalledTimes(1);
});
