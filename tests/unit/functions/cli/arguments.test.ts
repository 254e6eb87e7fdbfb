import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseArguments } from '#functions/cli/arguments.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

function files() {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  mkdirSync(path('out'));
  mkdirSync(path('sub'));
  for (const name of ['a.jpg', 'b.pdf', 'sub/a.jpg']) writeFileSync(path(name), 'x');
  return path;
}

describe('parseArguments', () => {
  it('reads every option', async () => {
    const path = files();
    const argv = [
      path('a.jpg'),
      '-o',
      path('c.jpg'),
      '--preset',
      'small',
      '--target',
      '20MB',
      '--report',
      'r.json',
      '-q',
    ];
    expect(await parseArguments(argv)).toEqual({
      files: [{ input: path('a.jpg'), output: path('c.jpg') }],
      options: { preset: 'small', targetBytes: 20 * 1024 * 1024 },
      reportPath: 'r.json',
      quiet: true,
    });
  });

  it('writes several inputs into a directory under their names', async () => {
    const path = files();
    expect(await parseArguments([path('a.jpg'), path('b.pdf'), '-o', path('out')])).toMatchObject({
      options: { preset: 'balanced' },
      files: [{ output: path('out/a.jpg') }, { output: path('out/b.pdf') }],
    });
  });

  it('asks for help', async () => {
    expect(await parseArguments(['--help'])).toBe('help');
  });

  it.each([
    ['no input', ['-o', 'x'], 'Expected at least one input file.'],
    ['no output', ['a.jpg'], 'Expected an output: -o OUTPUT.'],
    ['a missing input', ['nothing.jpg', '-o', 'x'], /^There is no file .*nothing\.jpg\.$/],
    ['a directory as input', ['sub', '-o', 'x'], /^Expected a file but .*sub is none\.$/],
    [
      'several inputs and one file',
      ['a.jpg', 'b.pdf', '-o', 'x'],
      'Several inputs need a directory as output, but x is none.',
    ],
    [
      'two inputs of one name',
      ['a.jpg', 'sub/a.jpg', '-o', 'out'],
      /^Two inputs would both be written to .*a\.jpg\.$/,
    ],
    [
      'an unknown preset',
      ['a.jpg', '-o', 'x', '--preset', 'tiny'],
      'Expected one of small, balanced, high, lossless for --preset but received tiny.',
    ],
    ['an unknown option', ['a.jpg', '-o', 'x', '--fast'], /--fast/],
    [
      'a strange target',
      ['a.jpg', '-o', 'x', '--target', 'small'],
      'Expected a size above zero, such as 500000, 300KB or 20MB for --target but received small.',
    ],
  ])('refuses %s', async (_what, argv, message) => {
    const path = files();
    const known = new Set(['a.jpg', 'b.pdf', 'sub', 'sub/a.jpg', 'out', 'nothing.jpg']);
    await expect(parseArguments(argv.map((part) => (known.has(part) ? path(part) : part)))).rejects.toThrow(
      message,
    );
  });
});
