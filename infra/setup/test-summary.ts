import { stripVTControlCharacters } from 'node:util';
import type { StepResult } from './run-step.ts';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** The numbers of vitest's closing line: `Tests  2 failed | 99 passed (101)`. */
export function countVitest(output: string): TestCounts {
  const line = /^\s*Tests\s+(.*)$/m.exec(stripVTControlCharacters(output))?.[1] ?? '';
  return { passed: numberBefore('passed', line), failed: numberBefore('failed', line) };
}

/** The numbers of Playwright's closing lines: `1 failed`, `2 did not run`, `30 passed (12.3s)`. */
export function countPlaywright(output: string): TestCounts {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => /^\s*\d+ (passed|failed|flaky|interrupted|did not run)\b/.test(line))
    .join('\n');
  const failed = ['failed', 'flaky', 'interrupted', 'did not run'].map((word) => numberBefore(word, lines));
  return { passed: numberBefore('passed', lines), failed: failed.reduce((sum, each) => sum + each, 0) };
}

/** One line for each step, and the closing line. A failed step that counted no failed test counts as one. */
export function summarize(steps: readonly { result: StepResult; counts?: TestCounts }[]): {
  readonly text: string;
  readonly ok: boolean;
} {
  let [passed, failed] = [0, 0];
  const lines = steps.map(({ result, counts = { passed: 0, failed: 0 } }) => {
    passed += counts.passed;
    failed += result.ok ? counts.failed : Math.max(1, counts.failed);
    const numbers =
      counts.passed + counts.failed > 0 ? `${counts.passed} passed, ${counts.failed} failed` : '';
    const state = result.ok ? 'ok    ' : 'FAILED';
    return `${state} ${result.name.padEnd(28)} ${result.seconds.toFixed(1).padStart(6)} s  ${numbers}`.trimEnd();
  });
  return { text: [...lines, '', `${passed} passed, ${failed} failed`].join('\n'), ok: failed === 0 };
}

function numberBefore(word: string, text: string): number {
  return Number(new RegExp(`(\\d+) ${word}\\b`).exec(text)?.[1] ?? 0);
}
