import { describe, expect, it } from 'vitest';
import type { CliRequest } from '#functions/cli/arguments.ts';
import { formatFindings } from '#functions/cli/check-findings.ts';
import { exitStatus, fileErrorOf, resultRecord, type FileResult } from '#functions/cli/file-result.ts';
import { describeResult, summaryTable } from '#functions/cli/messages.ts';
import type { CompressionReport } from '#engine/index.ts';
import { EngineFailure } from '#workers/pool/engine-job.ts';

const REPORT: CompressionReport = {
  kind: 'jpeg',
  preset: 'balanced',
  sourceBytes: 2048,
  outputBytes: 1024,
  savingsRatio: 0.5,
  score: 71.24,
  changes: [{ code: 'metadata-removed', detail: 'Metadata was removed.', count: 3 }],
  skips: [{ code: 'not-smaller', detail: 'It would not be smaller.', count: 1 }],
  kept: [{ feature: 'orientation', detail: 'Orientation' }],
  hints: [],
  steps: [],
} as unknown as CompressionReport;

const SMALLER: FileResult = { status: 'smaller', file: 'a.jpg', output: 'b.jpg', report: REPORT };
const UNCHANGED: FileResult = {
  status: 'unchanged',
  file: 'c.jpg',
  output: null,
  report: { ...REPORT, outputBytes: 2048, savingsRatio: 0 },
};
const FAILED: FileResult = {
  status: 'failed',
  file: 'd, "x":<1>%.pdf',
  error: { code: 'damaged', message: 'Broken\n& bad.' },
};
const SKIPPED: FileResult = { status: 'skipped', file: 'e.png', reason: 'finished before', sourceBytes: 5 };
const MISSED: FileResult = {
  ...SMALLER,
  report: { ...REPORT, target: { bytes: 100, met: false, smallestBytes: 1024 } },
};

function lineOf(result: FileResult, request: Partial<CliRequest> = {}): string {
  return describeResult(result, { messages: 'normal', ...request } as CliRequest);
}

describe('what is said of a file', () => {
  it('is one line, with more where it matters', () => {
    expect(lineOf(SMALLER)).toBe('a.jpg: 2.00 KB → 1.00 KB (-50 %)');
    expect(lineOf(UNCHANGED)).toBe('c.jpg: 2.00 KB → 2.00 KB (0 %)');
    expect(lineOf(SKIPPED)).toBe('e.png: skipped, finished before');
    expect(lineOf(FAILED)).toContain('Broken');
    expect(lineOf(MISSED)).toContain('the target of 100 Bytes was missed');
    expect(lineOf(SMALLER, { maxSaving: 0.1 })).toMatch(/could be smaller$/);
    expect(lineOf(SMALLER, { maxSaving: 0.5 })).not.toMatch(/could be smaller$/);
  });

  it('has the reasons where they are asked for', () => {
    expect(lineOf(SMALLER, { messages: 'verbose' }).split('\n').slice(1)).toEqual([
      '  visual score 71.2 of 100',
      '  changed: Metadata was removed. (3 times)',
      '  kept: Orientation',
      '  not changed: It would not be smaller.',
    ]);
  });

  it('adds up to a table', () => {
    const table = summaryTable([SMALLER, UNCHANGED, FAILED, SKIPPED, MISSED]);
    expect(table).toMatch(/Files\s+5\n/);
    expect(table).toMatch(/Saved\s+2\.00 KB \(33 %\)\n/);
    expect(table).toMatch(/Target missed\s+1\n/);
    expect(summaryTable([])).toMatch(/Saved\s+0 Bytes \(0 %\)/);
  });

  it('is one object for programs, failures included', () => {
    expect(resultRecord(SMALLER)).toMatchObject({
      schema: 1,
      status: 'smaller',
      output: 'b.jpg',
      score: 71.24,
    });
    expect(resultRecord(FAILED)).toMatchObject({ status: 'failed', error: { code: 'damaged' } });
    expect(resultRecord(SKIPPED)).toMatchObject({ status: 'skipped', sourceBytes: 5 });
  });
});

describe('the exit status', () => {
  it.each<[number, FileResult[], number | undefined]>([
    [0, [SMALLER, UNCHANGED, SKIPPED], undefined],
    [3, [FAILED, MISSED], undefined],
    [3, [FAILED, SMALLER], 0],
    [4, [MISSED, SMALLER], undefined],
    [1, [SMALLER], 0.49],
    [0, [SMALLER], 0.5],
    [0, [UNCHANGED, SKIPPED], 0],
  ])('is %i', (status, results, maxSaving) => {
    expect(exitStatus(results, maxSaving)).toBe(status);
  });
});

describe('errors', () => {
  it('say what people can do something with', () => {
    expect(fileErrorOf(new EngineFailure('damaged', 'It is damaged.'))).toEqual({
      code: 'damaged',
      message: 'It is damaged.',
    });
    expect(fileErrorOf(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }))).toEqual({
      code: 'ENOSPC',
      message: 'There is no space left on the disk.',
    });
    expect(fileErrorOf(Object.assign(new Error('ELOOP: open'), { code: 'ELOOP' })).message).toBe(
      'ELOOP: open',
    );
  });

  it('show where a fault of ours is', () => {
    const fault = EngineFailure.of('internal', { stderrTail: 'TypeError at line 1\n' });
    expect(fileErrorOf(fault).message).toMatch(/TypeError at line 1$/);
    expect(fileErrorOf(new TypeError('no'))).toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/TypeError: no/),
    });
  });
});

describe('findings of a check', () => {
  const all = [SMALLER, UNCHANGED, FAILED];

  it('are annotations for GitHub, with what would end them escaped', () => {
    const text = formatFindings(all, { findingFormat: 'github', maxSaving: 0.1 });
    expect(text).toBe(
      '::error file=a.jpg,title=Featherpress::Could be smaller: 2.00 KB → 1.00 KB (-50 %25). Run featherpress --in-place on it.\n' +
        '::warning file=d%2C "x"%3A<1>%25.pdf,title=Featherpress::Broken%0A& bad.\n',
    );
  });

  it('are a JUnit file', () => {
    const text = formatFindings(all, { findingFormat: 'junit', maxSaving: 0.1 });
    expect(text).toContain('tests="3" failures="2"');
    expect(text).toContain(
      'name="d, &quot;x&quot;:&lt;1&gt;%.pdf"><failure message="Broken&#10;&amp; bad."/>',
    );
  });

  it('are nothing for people, whom the lines tell', () => {
    expect(formatFindings(all, { findingFormat: 'text', maxSaving: 0.1 })).toBe('');
  });
});
