import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as runEsbuild } from 'esbuild';
import { rollup as runRollup } from 'rollup';
import { build as runVite } from 'vite';
import { describe, expect, it } from 'vitest';
import { esbuild, rollup, rspack, vite, webpack } from '#functions/cli/build-plugin/index.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { picture } from '../../../bench/sample-pictures.ts';
import { bundle, BUNDLERS } from '../../../infra/bundlers/webpack.ts';

/** A site with a picture, a damaged one and a text. */
async function site() {
  const root = temporaryFolder();
  const path = (name: string) => join(root, name);
  for (const folder of ['src', 'public']) mkdirSync(path(folder));
  const source = await picture('png', 64, 48);
  writeFileSync(path('src/a.png'), source);
  writeFileSync(path('src/broken.png'), source.subarray(0, 300));
  writeFileSync(path('public/b.png'), await picture('png', 64, 48, 2));
  writeFileSync(
    path('src/main.js'),
    `import a from './a.png'; import b from './broken.png'; console.log(a, b);`,
  );
  writeFileSync(path('index.html'), '<script type="module" src="/src/main.js"></script>');
  const options = { cacheDirectory: path('cache') };
  /** Sizes by the first part of the names, which have hashes. */
  const sizes = (folder = 'out') =>
    Object.fromEntries(
      readdirSync(path(folder), { recursive: true, withFileTypes: true })
        .filter((file) => file.name.endsWith('.png'))
        .map(({ name, parentPath }) => [/^\w+/.exec(name)![0], statSync(join(parentPath, name)).size]),
    );
  return { path, source, options, sizes };
}

const DAMAGED = /broken\S*\.png stays as it is: The PNG is damaged/;
const loader = { '.png': 'file' } as const;

describe('the plugin of a build', () => {
  it('makes what Vite emits and copies smaller, and never ends a build for a damaged file', async () => {
    const { path, source, options, sizes } = await site();
    const told: string[] = [];
    const customLogger = {
      ...{ hasWarned: false, clearScreen: () => {}, hasErrorLogged: () => false },
      ...Object.fromEntries(
        ['info', 'warn', 'warnOnce', 'error'].map((name) => [name, (text: string) => told.push(text)]),
      ),
    };
    await runVite({
      configFile: false,
      root: path('.'),
      customLogger: customLogger as never,
      build: { outDir: 'out', assetsInlineLimit: 0 },
      plugins: [vite(options) as never],
    });
    const { a, b, broken } = sizes();
    expect(a).toBeLessThan(source.length);
    expect(b).toBeLessThan(statSync(path('public/b.png')).size);
    expect(broken).toBe(300);
    expect(told.join('\n')).toMatch(DAMAGED);
    expect(told.join('\n')).toMatch(/2 files, .* → .* \(-\d+ %\), 0 from the cache/);
  });

  it('takes from the cache what a build before made, with Rollup too', async () => {
    const { path, source, options, sizes } = await site();
    const build = async (dir: string) => {
      const told: string[] = [];
      const emit = {
        name: 'emit',
        buildStart() {
          (this as never as { emitFile(file: object): void }).emitFile({
            ...{ type: 'asset', name: 'a.png', source: readFileSync(path('src/a.png')) },
          });
        },
        resolveId: (id: string) => (id.endsWith('.png') ? { id, external: true } : null),
      };
      const input = path('src/main.js');
      const made = await runRollup({
        ...{ input, plugins: [emit as never, rollup(options) as never] },
        onLog: (_level, { message }) => told.push(message),
      });
      await made.write({ dir: path(dir) });
      return told.join('\n');
    };
    expect(await build('out')).toContain('0 from the cache');
    expect(await build('again')).toContain('1 from the cache');
    expect(sizes('again')).toEqual(sizes());
    expect(sizes().a).toBeLessThan(source.length);
  });

  it('makes files of esbuild smaller, written or handed back', async () => {
    const { path, source, options, sizes } = await site();
    const common = { entryPoints: [path('src/main.js')], bundle: true, outdir: path('out'), loader };
    const plugins = [esbuild(options) as never];
    const { warnings } = await runEsbuild({ ...common, plugins, logLevel: 'silent' });
    expect(warnings.map(({ text }) => text).join()).toMatch(DAMAGED);
    expect(sizes().a).toBeLessThan(source.length);
    const { outputFiles } = await runEsbuild({ ...common, plugins, logLevel: 'silent', write: false });
    const handed = outputFiles.find(({ path: name }) => /a-\w+\.png$/.test(name))!;
    expect(handed.contents.length).toBe(sizes().a);
  });

  it.each(BUNDLERS)('makes assets of %s smaller', async (name) => {
    const { path, source, options, sizes } = await site();
    let log = '';
    const told = await bundle(name, {
      infrastructureLogging: { stream: { write: (text: string) => (log += text) } },
      mode: 'production',
      context: path('.'),
      entry: './src/main.js',
      output: { path: path('out'), assetModuleFilename: '[name]-[contenthash][ext]' },
      module: { rules: [{ test: /\.png$/, type: 'asset/resource' }] },
      plugins: [(name === 'webpack' ? webpack : rspack)(options)],
    });
    expect(told).toMatch(DAMAGED);
    expect(log).toMatch(/featherpress\] 2 files, .* from the cache/);
    expect(sizes().a).toBeLessThan(source.length);
    expect(sizes().broken).toBe(300);
  });

  it('works on the files of its patterns, each with its options', async () => {
    const { path, source, sizes, options } = await site();
    const plugin = vite({ ...options, exclude: /^b\./, overrides: [{ test: /a-/, preset: 'lossless' }] });
    const build = { outDir: 'out', assetsInlineLimit: 0 };
    await runVite({
      configFile: false,
      root: path('.'),
      logLevel: 'silent',
      build,
      plugins: [plugin as never],
    });
    expect(sizes().b).toBe(statSync(path('public/b.png')).size);
    const lossless = sizes().a!;
    expect(lossless).toBeLessThan(source.length);
    await runVite({
      ...{ configFile: false, root: path('.'), logLevel: 'silent', build },
      plugins: [vite({ ...options, preset: 'small' }) as never],
    });
    expect(sizes().a).toBeLessThan(lossless);
  });
});
