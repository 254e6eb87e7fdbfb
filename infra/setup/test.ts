/**
 * `npm test`: installs the programs that the tests need, then checks types and style while the site is built, runs vitest,
 * and runs Playwright on the site. Every step runs even if one before it failed, so that one run shows everything.
 */
import { fileURLToPath } from 'node:url';
import { installTestTools } from './test-tools.ts';
import { inTurn, runStep } from './run-step.ts';
import { runVitest } from './run-vitest.ts';
import { countPlaywright, playwrightNames, summarize } from './test-summary.ts';

const advice = installTestTools();
if (advice) {
  console.error(advice);
  process.exit(1);
}

// Hundreds of processes load the same modules: all but the first find them compiled.
process.env.NODE_COMPILE_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/compiled-modules', import.meta.url),
);

// Types and the rules that ask for them need all packages.
const packages = await runStep('Packages', 'packages');
// Each of these keeps one core busy; two lanes about as long as each other fill two. The walls between the rooms are a test
// of vitest as well.
const [[rules], [types, build, format]] = await Promise.all([
  inTurn(['Rules', 'lint:rules']),
  inTurn(['Types', 'typecheck'], ['Build', 'build'], ['Format', 'lint:format']),
]);
const vitest = await runVitest('Unit and integration tests', ['--coverage']);
const coverage = await runStep('Coverage by room', 'test:coverage');
const playwright = build.ok
  ? await runStep('Browser tests', 'test:e2e')
  : { name: 'Browser tests (no build)', ok: false, end: 'no build', seconds: 0, output: '' };

const summary = summarize([
  ...[packages, types, rules, format, build].map((result) => ({ result })),
  vitest,
  { result: coverage },
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
