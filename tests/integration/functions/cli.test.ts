import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { detectKind, readSet, type CompressionReport } from '#engine/index.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { picture } from '../../../bench/sample-pictures.ts';
import { PATIENCE_MS } from '../../../infra/setup/patience.ts';

const CLI = fileURLToPath(new URL('../../../functions/cli.ts', import.meta.url));

/** A process of its own takes long to start on a machine under load. */
function soon(condition: () => boolean): Promise<void> {
  return vi.waitUntil(condition, { timeout: PATIENCE_MS, interval: 50 }).then(() => {});
}

/** Runs the command in a folder. Temporary files of the engine go to `tmp` below it, to see what is left of them. */
function cliIn(folder: string) {
  mkdirSync(join(folder, 'tmp'));
  const env = { ...process.env, TMPDIR: join(folder, 'tmp') };
  return {
    run(args: string[], input?: Uint8Array) {
      const { status, stdout, stderr } = spawnSync(PROJECT_NODE, [CLI, ...args], { cwd: folder, env, input });
      return { status, stdout, out: stdout.toString(), err: stderr.toString() };
    },
    start: (args: string[]) => spawn(PROJECT_NODE, [CLI, ...args], { cwd: folder, env }),
    leftovers: () => readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('featherpress-')),
  };
}

describe('command-line tool', () => {
  it('writes a file that is no bigger, says so, and leaves a report', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'photo.dat'), await picture('jpeg', 160, 120));
    const { run, leftovers } = cliIn(folder);
    const { status, out, err } = run(['photo.dat', '-o', 'out.jpg', '--report', 'report.json']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^photo\.dat: [\d.]+ KB → [\d.]+ (KB|Bytes) \(-?\d+ %\)\n$/);
    const written = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as CompressionReport;
    const { size } = statSync(join(folder, 'out.jpg'));
    expect(written).toMatchObject({ file: 'photo.dat', kind: 'jpeg', outputBytes: size });
    expect(size).toBeLessThanOrEqual(statSync(join(folder, 'photo.dat')).size);
    expect(detectKind(readFileSync(join(folder, 'out.jpg')))).toBe('jpeg');
    expect(readdirSync(folder).sort()).toEqual(['out.jpg', 'photo.dat', 'report.json', 'tmp']);
    expect(leftovers()).toEqual([]);
  });

  it('writes a set beside its source, and as an archive where that is named', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'photo.jpg'), await picture('jpeg', 160, 120));
    const { run } = cliIn(folder);
    const asked = ['photo.jpg', '--widths', '40,80', '--formats', 'webp,jpeg'];
    const { status, out, err } = run([...asked, '--in-place', '--replace', '--json']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      status: 'converted',
      output: 'photo-set.json',
      picture: { kind: 'zip' },
    });
    const made = [
      'photo-40.jpg',
      'photo-40.webp',
      'photo-80.jpg',
      'photo-80.webp',
      'photo-set.html',
      'photo-set.json',
    ];
    expect(readdirSync(folder).sort()).toEqual([...made, 'photo.jpg', 'tmp']);
    expect(run([...asked, '-o', 'set.zip']).status).toBe(0);
    expect(
      readSet(readFileSync(join(folder, 'set.zip')))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(made);
    expect(run([...asked, '--check']).status).toBe(0);
  });

  it('stands in a pipe', async () => {
    const { run } = cliIn(temporaryFolder());
    const source = await picture('png', 64, 48);
    const { status, stdout, err } = run(['-'], source);
    expect({ status, kind: detectKind(stdout) }).toEqual({ status: 0, kind: 'png' });
    expect(stdout.length).toBeLessThan(source.length);
    expect(err).toMatch(/^-: /);
  });

  it('writes to a device by its name without a word between the bytes', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.png'), await picture('png', 64, 48));
    const { stdout } = cliIn(folder).run(['a.png', '-o', '/dev/stdout']);
    expect(detectKind(stdout)).toBe('png');
    expect(stdout.subarray(-8, -4).toString()).toBe('IEND');
  });

  it('goes on after files that cannot be compressed or found, and tells all of it to programs', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'empty.pdf'), '');
    writeFileSync(join(folder, 'good.png'), await picture('png', 64, 48));
    const args = ['nothing.jpg', 'empty.pdf', 'good.png', '-o', 'out/'];
    const { run, leftovers } = cliIn(folder);
    const { status, out, err } = run([...args, '-q', '--report', 'report.json']);
    expect({ status, out, err }).toEqual({
      status: 3,
      out: '',
      err: 'nothing.jpg: There is no such file.\nempty.pdf: The file is empty.\n',
    });
    expect(readdirSync(join(folder, 'out'))).toEqual(['good.png']);
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as unknown[];
    expect(report).toMatchObject([
      { error: { code: 'ENOENT' } },
      { error: { code: 'damaged' } },
      { kind: 'png' },
    ]);
    const lines = run([...args, '--json'])
      .out.trim()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { status: string }).status).sort()).toEqual([
      'failed',
      'failed',
      'smaller',
    ]);
    expect(leftovers()).toEqual([]);
  });

  it('checks without writing, and says when a target is missed', async () => {
    const folder = temporaryFolder();
    const source = await picture('png', 64, 48);
    writeFileSync(join(folder, 'a.png'), source);
    const { run } = cliIn(folder);
    expect(run(['a.png', '--check', '--max-saving', '10%'])).toMatchObject({
      status: 1,
      out: expect.stringMatching(/could be smaller/),
    });
    expect(run(['a.png', '--check', '--max-saving', '100%']).status).toBe(0);
    expect(readFileSync(join(folder, 'a.png'))).toEqual(Buffer.from(source));
    expect(run(['a.png', '-i', '--target', '10'])).toMatchObject({
      status: 4,
      out: expect.stringMatching(/the target of 10 Bytes was missed/),
    });
  });

  it('ends with 2 for bad usage, before any work, and with 0 for help', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.png'), 'x');
    const { run } = cliIn(folder);
    expect(run(['-o', 'x'])).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringMatching(/Try --help\.\n$/),
    });
    expect(run(['a.png', '--report', 'no/r.json'])).toMatchObject({
      status: 2,
      err: 'The report cannot be written to no/r.json.\nTry --help.\n',
    });
    expect(run(['--help'])).toMatchObject({ status: 0, out: expect.stringMatching(/^Makes JPEG/) });
    expect(readdirSync(folder).sort()).toEqual(['a.png', 'tmp']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('leaves nothing behind after %s', async (signal, status) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'large.png'), await picture('png', 1600, 1200));
    const { start, leftovers } = cliIn(folder);
    const child = start(['large.png', '-o', 'out.png']);
    await soon(() => leftovers().length > 0);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([status, null]);
    expect(readdirSync(folder).sort()).toEqual(['large.png', 'tmp']);
    expect(leftovers()).toEqual([]);
  });

  it('watches a folder: what is there, what arrives in pieces, and nothing twice after a new start', async () => {
    const folder = temporaryFolder();
    const [before, after] = [await picture('png', 64, 48), await picture('jpeg', 160, 120)];
    mkdirSync(join(folder, 'in/sub'), { recursive: true });
    writeFileSync(join(folder, 'in/before.png'), before);
    writeFileSync(join(folder, 'in/notes.txt'), 'not ours');
    const { start } = cliIn(folder);
    const watchOnce = async (arrive: (said: () => string) => Promise<void>): Promise<string> => {
      const child = start(['watch', 'in', '-o', 'out', '-v']);
      let out = '';
      child.stdout.on('data', (data: Buffer) => (out += data.toString()));
      await arrive(() => out);
      child.kill('SIGTERM');
      await once(child, 'exit');
      return out;
    };
    await watchOnce(async (said) => {
      await soon(() => said().includes('before.png'));
      writeFileSync(join(folder, 'in/sub/after.jpg'), after.subarray(0, 500));
      await new Promise((resolve) => setTimeout(resolve, 1000));
      writeFileSync(join(folder, 'in/sub/after.jpg'), after);
      await soon(() => existsSync(join(folder, 'out/sub/after.jpg')));
    });
    expect(detectKind(readFileSync(join(folder, 'out/sub/after.jpg')))).toBe('jpeg');
    expect(
      readdirSync(join(folder, 'out'))
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(['before.png', 'sub']);
    const again = await watchOnce((said) => soon(() => said().split('\n').length > 2));
    expect(again.match(/finished before/g)).toHaveLength(2);
  });

  it('moves the originals of a watched folder where they are asked for', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'in/sub'), { recursive: true });
    writeFileSync(join(folder, 'in/sub/a.png'), await picture('png', 64, 48));
    writeFileSync(join(folder, 'in/broken.pdf'), '%PDF-1.7 broken');
    const { start } = cliIn(folder);
    const child = start(['watch', 'in', '-o', 'out', '--originals', 'done']);
    await soon(() => existsSync(join(folder, 'done/sub/a.png')));
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(existsSync(join(folder, 'out/sub/a.png'))).toBe(true);
    expect(existsSync(join(folder, 'in/sub/a.png'))).toBe(false);
    expect(existsSync(join(folder, 'in/broken.pdf'))).toBe(true);
  });
});
