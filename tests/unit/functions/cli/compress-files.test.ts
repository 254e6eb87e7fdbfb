import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompressionReport } from '#engine/index.ts';
import { parseArguments } from '#functions/cli/arguments.ts';
import { compressFiles, type FilesContext } from '#functions/cli/compress-files.ts';
import type { EngineRunner } from '#functions/cli/engine-runner.ts';
import type { FileResult } from '#functions/cli/file-result.ts';
import { openFinishedFiles } from '#functions/cli/finished-files.ts';
import { plainProgress } from '#functions/cli/progress-lines.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { EngineFailure } from '#workers/pool/engine-job.ts';

/** Halves a file down to two bytes, refuses what begins with "bad", and counts. */
function halvingRunner(folder: string): EngineRunner & { runs: number } {
  const runner = {
    runs: 0,
    size: 2,
    async run({ input }: { input: string }) {
      const number = ++runner.runs;
      const source = await readFile(input, 'utf8');
      if (source.startsWith('bad')) throw new EngineFailure('damaged', 'It is damaged.');
      const bytes = source.length > 2 ? source.slice(0, source.length / 2) : source;
      const path = join(folder, `result-${number}`);
      await writeFile(path, bytes);
      const report = { sourceBytes: source.length, outputBytes: bytes.length } as CompressionReport;
      return { report, path, release: () => rm(path) };
    },
    async close() {},
  };
  return runner;
}

function setUp(...argv: string[]) {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  const command = parseArguments(['unused', ...argv]);
  if (!('request' in command)) throw new Error('No request');
  const { request } = command;
  const runner = halvingRunner(folder);
  const printed: string[] = [];
  const context: FilesContext = {
    request,
    runner,
    finished:
      request.cacheDirectory === undefined
        ? null
        : openFinishedFiles(path('cache'), { version: '1', options: request.options }),
    progress: plainProgress((_result, line) => void printed.push(line)),
    describe: ({ file, status }) => `${file} ${status}`,
    signal: new AbortController().signal,
  };
  const compress = async (input: string, output: string | null): Promise<FileResult> =>
    (await compressFiles([{ input: path(input), output: output && path(output) }], context))[0]!;
  return { folder, path, context, runner, printed, compress };
}

describe('compressFiles', () => {
  it('returns results in the order of the files and goes on after one that fails', async () => {
    const { path, context, printed } = setUp();
    writeFileSync(path('a'), '12345678');
    writeFileSync(path('b'), 'bad');
    writeFileSync(path('c'), '1');
    const files = ['a', 'b', 'c', 'd'].map((name) => ({ input: path(name), output: path(`${name}.out`) }));
    const results = await compressFiles(files, context);
    expect(results.map(({ status }) => status)).toEqual(['smaller', 'failed', 'unchanged', 'failed']);
    expect(results[1]).toMatchObject({ error: { code: 'damaged', message: 'It is damaged.' } });
    expect(results[3]).toMatchObject({ error: { code: 'ENOENT' } });
    expect(readFileSync(path('a.out'), 'utf8')).toBe('1234');
    expect(readFileSync(path('c.out'), 'utf8')).toBe('1');
    expect(existsSync(path('b.out'))).toBe(false);
    expect(printed).toHaveLength(4);
  });

  it('leaves a file in place untouched that cannot be smaller', async () => {
    const { path, compress } = setUp('-i');
    writeFileSync(path('a'), '1');
    const { ino, mtimeMs } = statSync(path('a'));
    expect(await compress('a', 'a')).toMatchObject({ status: 'unchanged', output: null });
    expect(statSync(path('a'))).toMatchObject({ ino, mtimeMs });
  });

  it('tells in a dry run what the rules would do, and writes nothing', async () => {
    const { path, compress } = setUp('-n', '-o', 'x', '--overwrite', 'smaller');
    for (const name of ['a', 'large']) writeFileSync(path(name), '1234');
    writeFileSync(path('small'), 'x');
    expect(await compress('a', 'new')).toMatchObject({ status: 'smaller', output: null });
    expect(await compress('a', 'large')).toMatchObject({ status: 'smaller', output: null });
    expect(await compress('a', 'small')).toMatchObject({ status: 'skipped' });
    expect(existsSync(path('new'))).toBe(false);
    expect(readFileSync(path('large'), 'utf8')).toBe('1234');
  });

  it('follows the rule for outputs that are there', async () => {
    for (const [rule, old, status, content] of [
      ['never', 'x', 'skipped', 'x'],
      ['smaller', 'xy', 'skipped', 'xy'],
      ['smaller', 'xyz', 'smaller', '12'],
      ['always', 'x', 'smaller', '12'],
    ] as const) {
      const { path, compress } = setUp('-o', 'x', '--overwrite', rule);
      writeFileSync(path('a'), '1234');
      writeFileSync(path('b'), old);
      expect([rule, (await compress('a', 'b')).status]).toEqual([rule, status]);
      expect(readFileSync(path('b'), 'utf8')).toBe(content);
    }
  });

  it('does nothing twice when it remembers', async () => {
    const { path, compress, runner } = setUp('-o', 'x', '--cache-dir', 'x');
    writeFileSync(path('a'), '12345678');
    expect((await compress('a', 'b')).status).toBe('smaller');
    expect(await compress('a', 'b')).toMatchObject({ status: 'skipped', reason: 'finished before' });
    expect(runner.runs).toBe(1);
    // The result is finished as well, under any name; a changed output is made anew.
    copyFileSync(path('b'), path('c'));
    expect((await compress('c', 'c')).status).toBe('skipped');
    writeFileSync(path('b'), 'changed');
    expect((await compress('a', 'b')).status).toBe('smaller');
    expect(readFileSync(path('b'), 'utf8')).toBe('1234');
  });

  it('takes a damaged memory for none', async () => {
    const { path, compress, context } = setUp('-i', '--cache-dir', 'x');
    writeFileSync(path('a'), '1');
    await compress('a', 'a');
    const key = await context.finished!.keyOf(path('a'));
    writeFileSync(join(path('cache'), key.slice(0, 2), key.slice(2)), '{"outp');
    expect((await compress('a', 'a')).status).toBe('unchanged');
  });

  it('stops between files and says why', async () => {
    const { path, context } = setUp();
    writeFileSync(path('a'), '1234');
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(compressFiles([{ input: path('a'), output: null }], { ...context, signal })).rejects.toThrow(
      'stopped',
    );
  });
});
