import { stripVTControlCharacters } from 'node:util';
import type { StepResult } from './run-step.ts';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

export interface StepSummary {
  readonly result: StepResult;
  readonly counts?: TestCounts;
  /** Tests that failed, and once more where they were run again. */
  readonly failures?: readonly string[];
  /** Tests that failed and passed when they were run again: they have failed as well. */
  readonly unsteady?: readonly string[];
}

/** The numbers of vitest's closing line: `Tests  2 failed | 99 passed (101)`. */
export function countVitest(output: string): TestCounts {
  const line = /^\s*Tests\s+(.*)$/m.exec(stripVTControlCharacters(output))?.[1] ?? '';
  return { passed: numberBefore('passed', line), failed: numberBefore('failed', line) };
}

/** What vitest's closing list names: `FAIL |project| tests/a.test.ts > does it`, or only the file when it could not be read. */
export function vitestFailures(output: string): string[] {
  const lines = stripVTControlCharacters(output).matchAll(
    /^\s*FAIL\s+(?:\|?[\w-]+\|?\s+)?(tests\/.*?)(?:\s+\[.*\])?\s*$/gm,
  );
  return [...new Set([...lines].map(([, name = '']) => name))];
}

/**
 * What vitest lists under "Unhandled Errors", which no test counts: `Error: it broke in tests/a.test.ts`, with its cause where
 * one is told and without a file where none is.
 */
export function vitestErrors(output: string): string[] {
  const [, section = ''] = stripVTControlCharacters(output).split(/^⎯+ Unhandled Errors ⎯+$/m, 2);
  const errors = section.split(/^⎯+ [A-Z].* ⎯+$/m).slice(1);
  return [...new Set(errors.map(nameOfError))];
}

/** The files of `vitestFailures`. */
export function filesOf(failures: readonly string[]): string[] {
  return [...new Set(failures.map((name) => name.split(' > ')[0] ?? name))];
}

/**
 * The numbers of Playwright's closing lines: `1 failed`, `2 did not run`, `30 passed (12.3s)`. A test that passes only at its
 * second run (`1 flaky`) has failed.
 */
export function countPlaywright(output: string): TestCounts {
  const sum = (...words: string[]) =>
    words.reduce((total, word) => total + numberBefore(word, closingLines(output)), 0);
  return { passed: sum('passed'), failed: sum('failed', 'flaky', 'interrupted', 'did not run') };
}

/** What Playwright's closing list names under `failed` or `flaky`. */
export function playwrightNames(word: 'failed' | 'flaky', output: string): string[] {
  const lines = stripVTControlCharacters(output).split('\n');
  const start = lines.findIndex((line) => new RegExp(`^\\s*\\d+ ${word}$`).test(line));
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => !/^ {4}\S/.test(line));
  return rest.slice(0, end < 0 ? undefined : end).map((line) => line.trim().replace(/\s*─+$/, ''));
}

/**
 * What the output says below the heading of a test that failed, as vitest (`FAIL |apart| tests/a.test.ts > does it`) and
 * Playwright (`1) tests/e2e/a.spec.ts:1:1 › does it`) write it: up to 12 lines. Who sees only the end of a run learns the cause.
 */
export function reasonOf(name: string, output: string): string[] {
  const lines = stripVTControlCharacters(output).split('\n');
  const start = lines.findIndex((line) => /^\s*(FAIL\s|\d+\) )/.test(line) && line.includes(name));
  if (start < 0) return [];
  const below = lines.slice(start + 1).filter((line) => line.trim() !== '');
  const end = below.findIndex((line) => /^\s*(FAIL\s|\d+\) |⎯⎯)/.test(line));
  return below.slice(0, end < 0 ? undefined : end).slice(0, 12);
}

/**
 * One line for each step, what failed or was unsteady by name with its reason, and the closing line. A failed step counts as
 * one.
 */
export function summarize(steps: readonly StepSummary[]): { readonly text: string; readonly ok: boolean } {
  let [passed, failed] = [0, 0];
  const lines = steps.map(({ result, counts = { passed: 0, failed: 0 } }) => {
    passed += counts.passed;
    failed += result.ok ? counts.failed : Math.max(1, counts.failed);
    const numbers =
      counts.passed + counts.failed > 0 ? `${counts.passed} passed, ${counts.failed} failed` : '';
    const state = result.ok ? 'ok    ' : 'FAILED';
    return `${state} ${result.name.padEnd(28)} ${result.seconds.toFixed(1).padStart(6)} s  ${numbers}`.trimEnd();
  });
  const names = steps.flatMap((step) => {
    const reasons = (name: string) => reasonOf(name, step.result.output).map((line) => `    ${line}`);
    return [
      ...namesOfFailures(step).flatMap((name) => [`failed: ${name}`, ...reasons(name)]),
      ...(step.unsteady ?? []).flatMap((name) => [
        `passed only at its second run: ${name}`,
        ...reasons(name),
      ]),
    ];
  });
  const text = [...lines, '', ...names, `${passed} passed, ${failed} failed`].join('\n');
  return { text, ok: failed === 0 };
}

/** A failed step whose output names nothing has at least a name and a code of its own. */
function namesOfFailures({ result, failures = [], unsteady = [] }: StepSummary): readonly string[] {
  const isNamed = result.ok || failures.length + unsteady.length > 0;
  return isNamed ? failures : [`${result.name}, which ended with ${result.end}`];
}

function nameOfError(text: string): string {
  const [message = ''] = text.split('\n').filter((line) => line.trim() !== '');
  const cause = /^\s*Caused by: (.*)$/m.exec(text)?.[1];
  const file = /originated in "(.*?)" test file/.exec(text)?.[1];
  return `${message.trim()}${cause ? `, caused by ${cause}` : ''}${file ? ` in ${file}` : ''}`;
}

function closingLines(output: string): string {
  return stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => /^\s*\d+ (passed|failed|flaky|interrupted|did not run)\b/.test(line))
    .join('\n');
}

function numberBefore(word: string, text: string): number {
  return Number(new RegExp(`(\\d+) ${word}\\b`).exec(text)?.[1] ?? 0);
}
