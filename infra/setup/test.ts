/**
 * `npm test`: installs the programs that the tests need, then checks types and style, runs vitest, builds the site and
 * runs Playwright on it. Every step runs even if one before it failed, so that one run shows everything.
 */
import { installTestTools } from './test-tools.ts';
import { runStep } from './run-step.ts';
import { runVitest } from './run-vitest.ts';
import { countPlaywright, playwrightNames, summarize } from './test-summary.ts';

const advice = installTestTools();
if (advice) {
  console.error(advice);
  process.exit(1);
}

const types = await runStep('Types', 'typecheck');
const style = await runStep('Style', 'lint');
const vitest = await runVitest();
const coverage = await runStep('Coverage by room', 'test:coverage');
const build = await runStep('Build', 'build');
const playwright = build.ok
  ? await runStep('Browser tests', 'test:e2e')
  : { name: 'Browser tests (no build)', ok: false, seconds: 0, output: '' };

const summary = summarize([
  { result: types },
  { result: style },
  vitest,
  { result: coverage },
  { result: build },
  {
    result: playwright,
    counts: countPlaywright(playwright.output),
    failures: playwrightNames('failed', playwright.output),
    unsteady: playwrightNames('flaky', playwright.output),
  },
]);
console.log(`\n── Summary ${'─'.repeat(63)}\n${summary.text}`);
// Not process.exit: the summary must reach a pipe first.
process.exitCode = summary.ok ? 0 : 1;
