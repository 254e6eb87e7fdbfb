import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { liveProgress } from '#functions/cli/progress-lines.ts';
import { until } from '#tests/fixtures/until.ts';

describe('liveProgress', () => {
  it('shows the files in work and the total, and leaves only what was printed', async () => {
    let written = '';
    const stream = new PassThrough().on('data', (data: Buffer) => (written += data.toString()));
    const terminal = Object.assign(stream, {
      columns: 40,
      rows: 20,
      isTTY: true,
    }) as unknown as NodeJS.WriteStream;
    const printed: string[] = [];
    const progress = liveProgress(2, { terminal, print: (_result, line) => void printed.push(line) });
    progress.started('a/very/long/path/of/a/photograph.jpg');
    progress.moved('a/very/long/path/of/a/photograph.jpg', 0.5);
    await until('the lines are there', () => written.includes('0 of 2 files'));
    expect(stripVTControlCharacters(written)).toContain('██████████░░░░░░░░░░  50 % …graph.jpg');
    const skipped = {
      status: 'skipped',
      file: 'a/very/long/path/of/a/photograph.jpg',
      reason: '',
      sourceBytes: 1,
    } as const;
    progress.ended(skipped, 'a line');
    progress.ended({ ...skipped, file: 'b' }, undefined);
    progress.close();
    expect(written.endsWith('\u001b[1A\u001b[J')).toBe(true);
    expect(printed).toEqual(['a line']);
    const length = written.length;
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(written.length).toBe(length);
  });

  it('shows no more lines than the terminal has, and replaces as many', async () => {
    let written = '';
    const stream = new PassThrough().on('data', (data: Buffer) => (written += data.toString()));
    const terminal = Object.assign(stream, { columns: 40, rows: 4 }) as unknown as NodeJS.WriteStream;
    const progress = liveProgress(9, { terminal, print: () => {} });
    for (const file of ['a', 'b', 'c', 'd']) progress.started(file);
    await until('they are drawn twice', () => written.split('0 of 9 files').length > 2);
    progress.close();
    const [first = '', second = ''] = written.split('\u001b[3A\u001b[J');
    expect(first.match(/\n/g)).toHaveLength(3);
    expect(second).toBe(first);
  });
});
