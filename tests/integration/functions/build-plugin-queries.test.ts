import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as runEsbuild } from 'esbuild';
import { rollup as runRollup } from 'rollup';
import sharp from 'sharp';
import { build as runVite, createServer, type Logger } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { esbuild, rollup, rspack, vite, webpack } from '#functions/cli/build-plugin/index.ts';
import { boxFontPdf } from '#tests/fixtures/pdf/font-documents.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { picture } from '../../../bench/sample-pictures.ts';
import { bundle, BUNDLERS } from '../../../infra/bundlers/webpack.ts';

const PAGE = readFileSync(new URL('../../../functions/cli/package/README.md', import.meta.url), 'utf8');

/** A sample of the page of the package. */
function codeOf(language: string): string {
  const section = PAGE.slice(PAGE.indexOf('### Formats and sizes'));
  return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section)![1]!;
}

const PICTURES = /\.(?:jpg|png|webp|avif)$/;

/** A site with pictures, whose script is given. */
async function site(script: string) {
  const root = temporaryFolder();
  const path = (name: string) => join(root, name);
  for (const folder of ['src', 'public']) mkdirSync(path(folder));
  writeFileSync(path('src/hero.jpg'), await picture('jpeg', 200, 150));
  const screen = await picture('png', 120, 90);
  writeFileSync(path('src/screen.png'), screen);
  writeFileSync(path('src/broken.png'), screen.subarray(0, 300));
  const hole = { create: { width: 40, height: 40, channels: 4, background: '#ff000080' } } as const;
  writeFileSync(path('src/hole.png'), await sharp(hole).png().toBuffer());
  writeFileSync(path('src/notes.pdf'), boxFontPdf('composite', 'AB'));
  writeFileSync(path('src/sign.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(path('src/main.js'), script);
  writeFileSync(path('index.html'), '<script type="module" src="/src/main.js"></script>');
  const options = { cacheDirectory: path('cache') };
  /** Format and width of what was written, by name without hashes; formats as sharp reads them. */
  const pictures = async (folder = 'out') => {
    const names = readdirSync(path(folder), { recursive: true, encoding: 'utf8' });
    const found = names
      .filter((name) => PICTURES.test(name))
      .map(async (name) => {
        const { format, compression, width } = await sharp(path(join(folder, name))).metadata();
        return `${/(\w+)[^/]*$/.exec(name)![1]} ${compression === 'av1' ? 'avif' : format} ${width}`;
      });
    return (await Promise.all(found)).sort();
  };
  const text = (folder = 'out') =>
    readdirSync(path(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:js|css|html)$/.test(name))
      .map((name) => readFileSync(path(join(folder, name)), 'utf8'))
      .join('\n');
  return { path, options, pictures, text };
}
type Site = Awaited<ReturnType<typeof site>>;

/** Several of one picture beside each other, and a plain one. */
const SCRIPT = `
import plain from './hero.jpg';
import small from './hero.jpg?format=avif&w=80';
import large from './hero.jpg?w=120&format=webp&v=1';
import same from './screen.png?maxSide=60';
console.log(plain, small, large, same);
`;
const MADE = ['hero avif 80', 'hero jpeg 200', 'hero webp 120', 'screen png 60'];

/** @returns all that Vite says */
async function buildByVite({ path, options }: Site, more: object = {}): Promise<string> {
  const told: string[] = [];
  const tell = (text: string) => void told.push(text);
  const customLogger = {
    ...{ hasWarned: false, clearScreen: () => {}, hasErrorLogged: () => false },
    ...{ info: tell, warn: tell, warnOnce: tell, error: tell },
  } as Logger;
  await runVite({
    ...{ configFile: false, root: path('.'), customLogger, build: { outDir: 'out', assetsInlineLimit: 0 } },
    plugins: [vite(options) as never],
    ...more,
  });
  return told.join('\n');
}

const WAYS: readonly (readonly [name: string, build: (site: Site) => Promise<string>])[] = [
  ['Vite', buildByVite],
  [
    'Rollup',
    async ({ path, options }) => {
      const told: string[] = [];
      const plain = {
        name: 'plain',
        load(id: string) {
          if (!PICTURES.test(id)) return null;
          const { emitFile } = this as never as { emitFile(file: object): string };
          return `export default import.meta.ROLLUP_FILE_URL_${emitFile({ type: 'asset', name: id.split('/').at(-1), source: readFileSync(id) })}`;
        },
      };
      const made = await runRollup({
        ...{ input: path('src/main.js'), plugins: [plain as never, rollup(options) as never] },
        onLog: (_level, { message }) => told.push(message),
      });
      await made.write({ dir: path('out') });
      return told.join('\n');
    },
  ],
  [
    'esbuild',
    async ({ path, options }) => {
      const { warnings } = await runEsbuild({
        ...{ entryPoints: [path('src/main.js')], bundle: true, outdir: path('out'), logLevel: 'silent' },
        ...{ absWorkingDir: path('.'), plugins: [esbuild(options) as never] },
        loader: { '.jpg': 'file', '.png': 'file' },
      });
      return warnings.map(({ text }) => text).join('\n');
    },
  ],
  ...BUNDLERS.map(
    (name) =>
      [
        name,
        ({ path, options }: Site) =>
          bundle(name, {
            ...{ mode: 'production', context: path('.'), entry: './src/main.js' },
            output: { path: path('out'), assetModuleFilename: '[name]-[contenthash][ext][query]' },
            module: { rules: [{ test: /\.(?:jpg|png)$/, type: 'asset/resource' }] },
            plugins: [(name === 'webpack' ? webpack : rspack)(options)],
          }),
      ] as const,
  ),
];

describe('a query of an import', () => {
  it.each(WAYS)('gives a picture its format and size, by %s', async (_, build) => {
    const made = await site(SCRIPT);
    await build(made);
    expect(await made.pictures()).toEqual(MADE);
    expect(made.text()).not.toMatch(/format=|maxSide=|[?&]w=/);
    expect(made.text()).toMatch(/hero[\w-]*\.avif/);
  });

  it.each(WAYS)('that cannot be met ends a build with a sentence, by %s', async (_, build) => {
    const told = (query: string) =>
      site(`import a from './${query}'; console.log(a);`).then(build).catch(String);
    expect(await told('hero.jpg?format=tiff')).toMatch(
      /src\/hero\.jpg\?format=tiff: The format must be one of same, /,
    );
    expect(await told('hole.png?format=jpeg')).toMatch(
      /src\/hole\.png\?format=jpeg: The image is transparent in parts, .*background=#ffffff/,
    );
  });

  it.each(WAYS)('gives the picture itself where it is damaged, and warns, by %s', async (_, build) => {
    const made = await site(`import a from './broken.png?format=webp&w=20'; console.log(a);`);
    const told = await build(made);
    expect(told).toMatch(/src\/broken\.png stays as it is: The PNG is damaged/);
    expect(made.text()).toMatch(/broken[\w-]*\.png/);
  });

  it('does in Vite what the page of the package says', async () => {
    const [script, style, page] = ['js', 'css', 'html'].map((language) => codeOf(language));
    const made = await site(`import './main.css';\n${script}`);
    const { path } = made;
    writeFileSync(path('src/hero.jpg'), await picture('jpeg', 840, 210));
    writeFileSync(path('src/main.css'), style!);
    writeFileSync(path('src/index.html'), `${page}<script type="module" src="./main.js"></script>`);
    await buildByVite(made, { build: { outDir: '../out', assetsInlineLimit: 0 }, root: path('src') });
    expect(await made.pictures()).toEqual([
      ...['hero avif 400', 'hero avif 800', 'hero jpeg 600', 'hero jpeg 700', 'hero webp 840'],
    ]);
    const text = made.text();
    expect(text).toMatch(/srcset="\/assets\/hero-[\w-]+\.jpg 600w, \/assets\/hero-[\w-]+\.jpg 700w"/);
    expect(text).toMatch(/url\(\S*hero-[\w-]+\.webp\)/);
  });

  it('holds in parts of styles, with aliases of the project, and leaves what is no image of a page', async () => {
    const made = await site(`import './main.css';`);
    const { path } = made;
    writeFileSync(path('src/main.css'), `@import './part.css'; i { background: url('./hero.jpg?w=70') }`);
    writeFileSync(path('src/part.css'), `b { background: url(@/screen.png?format=webp&maxHeight=45) }`);
    const others = '<p>hero.jpg?w=1</p><img src="https://example.org/a.jpg?w=1">';
    writeFileSync(path('public/open.png'), await picture('png', 30, 20));
    writeFileSync(
      path('index.html'),
      `<img src="./src/hero.jpg?format=webp&amp;w=64"><img src="/open.png?w=9">${others}
      <script type="module" src="/src/main.js"></script>`,
    );
    const told = await buildByVite(made, { resolve: { alias: { '@': path('src') } } });
    expect(told).toMatch(/open\.png\?w=9 stays as it is: it is a file of the public folder/);
    expect(await made.pictures()).toEqual(['hero jpeg 70', 'hero webp 64', 'open png 30', 'screen webp 60']);
    expect(made.text()).toContain(others);

    await runEsbuild({
      ...{ entryPoints: [path('src/main.css')], bundle: true, outdir: path('styles'), logLevel: 'silent' },
      ...{
        plugins: [esbuild(made.options) as never],
        loader: { '.jpg': 'file' },
        alias: { '@': path('src') },
      },
    });
    expect(await made.pictures('styles')).toEqual(['hero jpeg 70', 'screen webp 60']);
  });

  it('is answered by the server of Vite when a browser asks, with what is wrong in words', async () => {
    const { path, options } = await site(`import a from './hero.jpg?format=webp&w=80'; console.log(a);`);
    const server = await createServer({
      ...{ configFile: false, root: path('.'), logLevel: 'silent', plugins: [vite(options) as never] },
      server: { port: 0, host: '127.0.0.1' },
    });
    onTestFinished(() => server.close());
    await server.listen();
    const get = (name: string) => fetch(new URL(name, server.resolvedUrls!.local[0]));
    const script = await (await get('/src/main.js')).text();
    expect(script).toContain('/src/hero.jpg?');
    expect(await (await get('/src/hero.jpg?import&format=webp&w=80')).text()).toContain(
      'export default "/src/hero.jpg?format=webp&w=80"',
    );
    const answer = await get('/src/hero.jpg?format=webp&w=80');
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 80 });
    const plain = await (await get('/src/hero.jpg')).arrayBuffer();
    expect(Buffer.from(plain).equals(readFileSync(path('src/hero.jpg')))).toBe(true);
    const wrong = await get('/src/hole.png?format=jpeg');
    expect([wrong.status, await wrong.text()]).toEqual([
      500,
      expect.stringMatching(/^src\/hole\.png\?format=jpeg: /),
    ]);
    expect((await get('/../../../etc/hero.jpg?w=1')).status).not.toBe(500);
  });

  it('leaves what is for others, and takes from the cache what a build before made', async () => {
    const script = `
      import text from './sign.svg?raw'; import address from './hero.jpg?url';
      import small from './hero.jpg?inline&w=8&format=png'; console.log(text, address, small);`;
    const made = await site(script);
    expect(await buildByVite(made)).toMatch(/1 file, .*; 1 by query, /);
    expect(made.text()).toContain('<svg xmlns=');
    expect(made.text()).toContain('data:image/png;base64,');
    expect(await made.pictures()).toEqual(['hero jpeg 200']);
    const written = statSync(made.path('cache/queries')).mtimeMs;
    expect(await buildByVite(made)).toMatch(/1 by query, /);
    expect(statSync(made.path('cache/queries')).mtimeMs).toBe(written);
  });
});
