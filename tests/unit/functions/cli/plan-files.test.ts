import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobOptions } from '#engine/index.ts';
import type { Destination } from '#functions/cli/arguments.ts';
import { planFiles } from '#functions/cli/plan-files.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const options: JobOptions = { preset: 'balanced' };

async function outputs(
  places: string[],
  destination: Destination,
  inputs: string[] = [],
  format: JobOptions['format'] = 'same',
) {
  const files = places.map((place) => ({ path: place, place }));
  const request = { destination, inputs, options: { ...options, format } };
  return (await planFiles(files, request)).map(({ output }) => output);
}

describe('planFiles', () => {
  it('names results by a format that is asked for, but for a name that is given', async () => {
    const of = (destination: Destination) => outputs(['a/b.png'], destination, [], 'webp');
    expect(await of({ to: 'beside', suffix: '-small' })).toEqual(['a/b-small.webp']);
    expect(await of({ to: 'source' })).toEqual(['a/b.webp']);
    expect(await of({ to: 'path', path: 'c.bin' })).toEqual(['c.bin']);
    await expect(outputs(['b.png', 'b.jpg'], { to: 'source' }, [], 'webp')).rejects.toThrow('Two inputs');
  });

  it('names a set by its list, and leaves out what an earlier one has made', async () => {
    const places = ['a/b.jpg', 'a/b-480.jpg', 'a/b-480.webp'];
    const request = {
      destination: { to: 'beside', suffix: '-small' } as const,
      ...{ inputs: ['a'], options: { ...options, widths: [480] } },
    };
    const plan = (found: string[]) =>
      planFiles(
        found.map((path) => ({ path, place: path })),
        request,
      );
    expect(await plan(places)).toEqual([{ input: 'a/b.jpg', output: 'a/b-set.json' }]);
    await expect(plan(['a/b.jpg', 'a/b.png'])).rejects.toThrow('Two inputs');
  });

  it('keeps the tree below a directory, also one that is still to be made', async () => {
    const folder = temporaryFolder();
    const there = join(folder, 'there');
    mkdirSync(there);
    expect(await outputs(['a.png', 'sub/b.png'], { to: 'path', path: there })).toEqual([
      join(there, 'a.png'),
      join(there, 'sub/b.png'),
    ]);
    const made = `${join(folder, 'made')}/`;
    expect(await outputs(['a.png'], { to: 'path', path: made })).toEqual([join(made, 'a.png')]);
  });

  it('makes a directory of a new name for an input directory, by its name alone', async () => {
    const folder = temporaryFolder();
    const made = join(folder, 'made');
    const destination: Destination = { to: 'path', path: made };
    const inputs = [folder];
    expect(await outputs(['a.png', 'sub/b.png'], destination, inputs)).toEqual([
      join(made, 'a.png'),
      join(made, 'sub/b.png'),
    ]);
    expect(await outputs(['a.png'], destination, inputs)).toEqual([join(made, 'a.png')]);
  });

  it('writes one input to a file or to standard output', async () => {
    expect(await outputs(['a.png'], { to: 'path', path: 'b.png' })).toEqual(['b.png']);
    expect(await outputs(['a.png'], { to: 'path', path: '-' })).toEqual(['-']);
  });

  it('writes beside the source, and leaves out what is a result', async () => {
    const destination: Destination = { to: 'beside', suffix: '-small' };
    expect(await outputs(['x/a.b.png', 'x/a-small.png', 'noend'], destination)).toEqual([
      join('x', 'a.b-small.png'),
      'noend-small',
    ]);
  });

  it('replaces the source, or writes nothing', async () => {
    expect(await outputs(['a.png'], { to: 'source' })).toEqual(['a.png']);
    expect(await outputs(['a.png'], { to: 'nowhere' })).toEqual([null]);
  });

  it('leaves out what lies in the output directory, unless it was named', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    mkdirSync(out);
    const result = join(out, 'a.png');
    const files = [{ path: result, place: 'out/a.png' }];
    const destination: Destination = { to: 'path', path: out };
    expect(await planFiles(files, { destination, inputs: [folder], options })).toEqual([]);
    expect(await planFiles(files, { destination, inputs: [result], options })).toHaveLength(1);
  });

  it.each<[string, string[], Destination, RegExp]>([
    [
      'several inputs and one file',
      ['a', 'b'],
      { to: 'path', path: 'x.png' },
      /need a directory as output \(x\.png\/\)/,
    ],
    ['several results on standard output', ['a', 'b'], { to: 'path', path: '-' }, /one input only/],
    [
      'two results of one name',
      ['a', './a'],
      { to: 'path', path: 'out/' },
      /^Two inputs would both be written to/,
    ],
    ['standard input into a directory', ['-'], { to: 'path', path: 'out/' }, /needs a file name/],
  ])('refuses %s', async (_what, places, destination, message) => {
    await expect(outputs(places, destination)).rejects.toThrow(message);
  });
});
