import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compress, detectKind } from '#functions/cli/library.ts';
import { boxFontPdf } from '#tests/fixtures/pdf/font-documents.ts';
import { buildPackage } from '../../../infra/package/build-package.ts';
import { packBuilt } from '../../../infra/package/pack-built.ts';
import { picture } from '../../../bench/sample-pictures.ts';

/** With the codecs that are WebAssembly; sharp is a dependency. */
const MOST_PACKED_BYTES = 7_500_000;
/** All that an installation writes, of which libvips is 18 MB, and 9 for pages. The page of the package says "40 MB". */
const MOST_INSTALLED_BYTES = 41_500_000;
const MOST_INSTALLED_PACKAGES = 8;

const PATH_OF_MACHINE = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

describe('the package of the command-line tool', () => {
  const folder = mkdtempSync(join(tmpdir(), 'featherpress-package-'));
  const path = (name: string) => join(folder, name);
  let tarball: string;

  /** By the Node of the machine, which may be older than the project's own: people have another one. */
  const run = (program: string, args: string[]) =>
    spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: PATH_OF_MACHINE },
    });

  beforeAll(async () => {
    await buildPackage(path('build'));
    tarball = packBuilt(path('build'), folder);
    writeFileSync(path('package.json'), '{"type":"module"}');
    // By the oldest Node that is at hand: a package that asks for a newer one ends the installation.
    const { status, stderr } = run('npm', [
      ...['install', '--engine-strict', '--prefer-offline', '--no-audit', '--no-fund', tarball],
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is small and needs nothing of the server', () => {
    expect(statSync(tarball).size).toBeLessThan(MOST_PACKED_BYTES);
    const { dependencies } = JSON.parse(readFileSync(path('build/package.json'), 'utf8')) as {
      dependencies: object;
    };
    expect(Object.keys(dependencies)).toEqual(['sharp']);
    expect(readdirSync(path('node_modules/featherpress')).sort()).toEqual(
      [
        'CHANGELOG.md',
        'LICENCES.txt',
        'LICENSE',
        'README.md',
        'completions',
        'dist',
        'man',
        'package.json',
      ].sort(),
    );
  });

  it('tells what is new in its version', () => {
    const { version } = JSON.parse(readFileSync(path('build/package.json'), 'utf8')) as { version: string };
    expect(readFileSync(path('build/CHANGELOG.md'), 'utf8')).toContain(`## ${version}\n`);
  });

  it('installs what its page says, and no more', () => {
    const { packages } = JSON.parse(readFileSync(path('node_modules/.package-lock.json'), 'utf8')) as {
      packages: object;
    };
    expect(Object.keys(packages).length).toBeLessThanOrEqual(MOST_INSTALLED_PACKAGES);
    const files = readdirSync(path('node_modules'), { recursive: true, withFileTypes: true });
    const sizes = files
      .filter((file) => file.isFile())
      .map((file) => statSync(join(file.parentPath, file.name)).size);
    const installed = sizes.reduce((sum, size) => sum + size, 0);
    expect(installed).toBeLessThan(MOST_INSTALLED_BYTES);
  });

  it('carries the licences of all that lies in it', () => {
    const text = readFileSync(path('node_modules/featherpress/LICENCES.txt'), 'utf8');
    for (const name of ['@hyzyla/pdfium', 'harfbuzzjs', 'libdeflate', 'libwebp', 'mozjpeg', 'saxes'])
      expect(text).toMatch(new RegExp(`^(.*, )?${name} `, 'm'));
    for (const name of ['sharp', 'zod', '@napi-rs/image', 'express', 'react', 'ioredis'])
      expect(text).not.toMatch(new RegExp(`^(.*, )?${name} \\d`, 'm'));
  });

  it('compresses to the bytes of the checkout, by the transcoder of browsers', async () => {
    const [source, program] = [readFileSync('public/media/feather.jpg'), path('transcode.js')];
    writeFileSync(path('flat.jpg'), source);
    writeFileSync(
      program,
      `import { readFileSync, writeFileSync } from 'node:fs';
      import { compress } from 'featherpress';
      writeFileSync('flat-small.jpg', (await compress(readFileSync('flat.jpg'), { preset: 'lossless' })).bytes);`,
    );
    expect(run('node', [program])).toMatchObject({ status: 0, stderr: '' });
    const { bytes } = await compress(source, { preset: 'lossless' });
    expect(bytes.length).toBeLessThan(source.length);
    expect(readFileSync(path('flat-small.jpg')).equals(bytes)).toBe(true);
  });

  it('opens the door of the command, with every kind of codec', async () => {
    writeFileSync(path('a.png'), await picture('png', 160, 120));
    writeFileSync(path('b.pdf'), boxFontPdf('composite', 'AB'));
    const { status, stderr } = run(path('node_modules/.bin/featherpress'), ['a.png', 'b.pdf']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(detectKind(readFileSync(path('a-small.png')))).toBe('png');
    expect(statSync(path('a-small.png')).size).toBeLessThan(statSync(path('a.png')).size);
    expect(statSync(path('b-small.pdf')).size).toBeLessThan(statSync(path('b.pdf')).size);
  });

  it('opens the door of the library, as its own page says', () => {
    const readme = readFileSync(path('node_modules/featherpress/README.md'), 'utf8');
    const sample = /```js\n([\s\S]*?)```/.exec(readme)![1]!;
    writeFileSync(path('sample.js'), sample.replaceAll('.jpg', '.png').replaceAll('photo', 'a'));
    const { status, stdout, stderr } = run('node', ['sample.js']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^0\.\d+ \[/);
    expect(detectKind(readFileSync(path('small.png')))).toBe('png');
  });

  it('opens the door of the client, which needs none of the codecs', () => {
    writeFileSync(
      path('client.js'),
      `import { Featherpress, FeatherpressError } from 'featherpress/client';
      const call = new Featherpress({ server: 'http://127.0.0.1:1', retries: 0 }).compressedCount();
      console.log(await call.catch((error) => [error instanceof FeatherpressError, error.code].join()));`,
    );
    const { status, stdout, stderr } = run('node', ['client.js']);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'true,network\n', stderr: '' });
    expect(readFileSync(path('node_modules/featherpress/dist/client.js'), 'utf8')).not.toMatch(/^import /m);
  });

  it('has that client once: the command calls it as well', () => {
    const { status, stderr } = run(path('node_modules/.bin/featherpress'), [
      ...['--server', 'http://127.0.0.1:1', 'a.png'],
    ]);
    expect(status).toBe(3);
    expect(stderr).toContain('a.png: The server at http://127.0.0.1:1 cannot be reached');
    const code = readdirSync(path('node_modules/featherpress/dist')).filter((name) => name.endsWith('.js'));
    const holdsClient = (name: string) =>
      readFileSync(path(`node_modules/featherpress/dist/${name}`), 'utf8').includes('Featherpress=class');
    expect(code.filter(holdsClient)).toEqual(['client.js']);
  });

  it('has types that a program compiles with', () => {
    writeFileSync(
      path('program.ts'),
      `import { compress, isEngineError, type CompressionReport } from 'featherpress';
      const { report } = await compress(new Uint8Array(), { preset: 'small', targetBytes: 10, keep: ['location'] });
      const typed: CompressionReport = report;
      export const saved = isEngineError(null) ? 0 : typed.savingsRatio;
      // @ts-expect-error A preset that there is not.
      await compress(new Uint8Array(), { preset: 'tiny' });

      import { Featherpress, type Job, type JobUpdate } from 'featherpress/client';
      const featherpress = new Featherpress({ server: 'https://a.example', key: 'k' });
      const result = await featherpress.compress(new Blob([]), { preset: 'high', keep: ['date'] });
      export const job: Job = result.job;
      export const share: number = result.report.savingsRatio;
      export const updates: AsyncGenerator<JobUpdate> = featherpress.follow(job.id);
      // @ts-expect-error A key is no number.
      new Featherpress({ server: 'https://a.example', key: 1 });

      import hero from './hero.jpg?w=800&format=avif';
      import { vite } from 'featherpress/plugin';
      export const address: string = hero;
      export const { name } = vite({ exclude: /-raw/, preset: 'high', keep: [] });`,
    );
    const compilerOptions = {
      noEmit: true,
      strict: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: ['featherpress/queries'],
    };
    writeFileSync(path('tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const { status, stdout } = run(process.execPath, [
      join(process.cwd(), 'node_modules/typescript/bin/tsc'),
    ]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});
