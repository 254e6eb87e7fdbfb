import { describe, expect, it } from 'vitest';
import {
  countPlaywright,
  countVitest,
  filesOf,
  playwrightNames,
  reasonOf,
  summarize,
  vitestErrors,
  vitestFailures,
} from '../../../infra/setup/test-summary.ts';

const step = (name: string, ok: boolean) => ({
  name,
  ok,
  end: ok ? 'code 0' : 'code 2',
  seconds: 1.25,
  output: '',
});

describe('countVitest', () => {
  it.each([
    ['\u001b[2m      Tests \u001b[22m \u001b[32m108 passed\u001b[39m (108)', { passed: 108, failed: 0 }],
    [
      ' Test Files  2 failed | 1 passed (3)\n      Tests  2 failed | 99 passed (101)\n',
      { passed: 99, failed: 2 },
    ],
    ['No test files found', { passed: 0, failed: 0 }],
  ])('reads %j', (output, counts) => {
    expect(countVitest(output)).toEqual(counts);
  });
});

describe('vitestFailures', () => {
  it('names tests and files that failed, once each', () => {
    const failures = vitestFailures(
      [
        '\u001b[31m FAIL \u001b[39m tests/unit/a.test.ts > room > does it',
        ' FAIL  |counted| tests/unit/a.test.ts > room > does more',
        ' FAIL   uncounted  tests/unit/b.test.ts [ tests/unit/b.test.ts ]',
        ' FAIL  tests/unit/a.test.ts > room > does it',
      ].join('\n'),
    );
    expect(failures).toEqual([
      'tests/unit/a.test.ts > room > does it',
      'tests/unit/a.test.ts > room > does more',
      'tests/unit/b.test.ts',
    ]);
    expect(filesOf(failures)).toEqual(['tests/unit/a.test.ts', 'tests/unit/b.test.ts']);
  });
});

describe('vitestErrors', () => {
  it('names each error outside of tests with its cause and file', () => {
    const output = [
      '\u001b[31m⎯⎯⎯⎯⎯⎯\u001b[39m Unhandled Errors \u001b[31m⎯⎯⎯⎯⎯⎯\u001b[39m',
      '',
      'Vitest caught 3 unhandled errors during the test run.',
      '',
      '⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯',
      'TypeError: it broke',
      ' ❯ tests/unit/a.test.ts:2:43',
      '',
      'This error originated in "tests/unit/a.test.ts" test file. It doesn\'t mean the error was thrown inside the file itself.',
      '',
      '⎯⎯⎯⎯⎯ Uncaught Exception ⎯⎯⎯⎯⎯',
      'Unknown Error: a string',
      '',
      '⎯⎯⎯⎯⎯⎯ Unhandled Error ⎯⎯⎯⎯⎯⎯⎯',
      'Error: [vitest-pool]: Worker forks emitted error.',
      ' ❯ EventEmitter.emit node:events:514:28',
      '',
      'Caused by: Error: Worker exited unexpectedly',
      '⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯',
      ' Test Files  2 passed (3)',
      '     Errors  3 errors',
    ].join('\n');
    expect(vitestErrors(output)).toEqual([
      'TypeError: it broke in tests/unit/a.test.ts',
      'Unknown Error: a string',
      'Error: [vitest-pool]: Worker forks emitted error., caused by Error: Worker exited unexpectedly',
    ]);
  });

  it('finds none where there are none', () => {
    expect(vitestErrors(' FAIL  tests/unit/a.test.ts > Unhandled Errors\nError: no')).toEqual([]);
  });
});

describe('playwrightNames', () => {
  const output = [
    '  2 failed',
    '    tests/e2e/a.spec.ts:1:1 › a ─────────',
    '    tests/e2e/a.spec.ts:9:1 › b ─────────',
    '  1 flaky',
    '    tests/e2e/c.spec.ts:1:1 › c ─────────',
    '  30 passed (1.2m)',
  ].join('\n');
  it('names what failed and what passed only at its second run', () => {
    expect(playwrightNames('failed', output)).toEqual([
      'tests/e2e/a.spec.ts:1:1 › a',
      'tests/e2e/a.spec.ts:9:1 › b',
    ]);
    expect(playwrightNames('flaky', output)).toEqual(['tests/e2e/c.spec.ts:1:1 › c']);
  });
});

describe('countPlaywright', () => {
  it.each([
    [
      '  ✓  1 [chromium] › a.spec.ts:3:1 › shows 3 failed cards\n\n  12 passed (9.1s)\n',
      { passed: 12, failed: 0 },
    ],
    [
      '  2 failed\n    a.spec.ts:1:1\n  1 flaky\n  3 did not run\n  30 passed (1.2m)',
      { passed: 30, failed: 6 },
    ],
    ['Error: no browser', { passed: 0, failed: 0 }],
  ])('reads %j', (output, counts) => {
    expect(countPlaywright(output)).toEqual(counts);
  });
});

describe('reasonOf', () => {
  it('reads what vitest and Playwright write below a heading', () => {
    const vitest = [
      '\u001b[31m FAIL \u001b[39m |apart| tests/unit/a.test.ts > room > does it',
      'AssertionError: expected 1 to be 2',
      '',
      ' ❯ tests/unit/a.test.ts:2:43',
      '⎯⎯⎯⎯⎯⎯[1/2]⎯',
      ' FAIL  |apart| tests/unit/b.test.ts',
      'Error: another',
    ].join('\n');
    expect(reasonOf('tests/unit/a.test.ts > room > does it', vitest)).toEqual([
      'AssertionError: expected 1 to be 2',
      ' ❯ tests/unit/a.test.ts:2:43',
    ]);
    const playwright = ['  1) tests/e2e/c.spec.ts:1:1 › c ────', '', ...Array<string>(20).fill('    line')];
    expect(reasonOf('tests/e2e/c.spec.ts:1:1 › c', playwright.join('\n'))).toHaveLength(12);
    expect(reasonOf('tests/unit/d.test.ts', vitest)).toEqual([]);
  });
});

describe('summarize', () => {
  it('sums all tests into the closing line', () => {
    const { text, ok } = summarize([
      { result: step('Types', true) },
      { result: step('Unit', true), counts: { passed: 90, failed: 0 } },
      { result: step('Browser', true), counts: { passed: 10, failed: 0 } },
    ]);
    expect(text.split('\n').at(-1)).toBe('100 passed, 0 failed');
    expect(ok).toBe(true);
  });

  it('names what failed and what was unsteady before the closing line', () => {
    const { text } = summarize([
      {
        result: { ...step('Unit', false), output: ' FAIL  c > d\nError: a race' },
        counts: { passed: 5, failed: 1 },
        failures: ['a > b'],
        unsteady: ['c > d'],
      },
    ]);
    expect(text.split('\n').slice(-4)).toEqual([
      'failed: a > b',
      'passed only at its second run: c > d',
      '    Error: a race',
      '5 passed, 1 failed',
    ]);
  });

  it('names a failed step that told no name, and how it ended', () => {
    const { text } = summarize([
      { result: step('Types', false) },
      { result: step('Unit', false), counts: { passed: 5, failed: 0 }, failures: [] },
      { result: step('Browser', false), counts: { passed: 1, failed: 1 }, unsteady: ['c > d'] },
    ]);
    expect(text.split('\n').slice(-4)).toEqual([
      'failed: Types, which ended with code 2',
      'failed: Unit, which ended with code 2',
      'passed only at its second run: c > d',
      '6 passed, 3 failed',
    ]);
  });

  it('never says 0 failed when a step failed', () => {
    const { text, ok } = summarize([
      { result: step('Types', false) },
      { result: step('Unit', false), counts: { passed: 5, failed: 2 } },
    ]);
    expect(text.split('\n').at(-1)).toBe('5 passed, 3 failed');
    expect(ok).toBe(false);
  });
});
