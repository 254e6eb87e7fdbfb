/**
 * `npm test`: installs the programs that the tests need, then checks types and style while the site is built, and runs vitest
 * beside Playwright. Every step runs even if one before it failed, so that one run shows everything.
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
// Tests of either kind need what is built. Then two lanes that end together: the waits of one are time for the
// other. The walls between the rooms are a test of vitest as well.
const building = runStep('Build', 'build', { args: ['--mode', 'test'], shows: 'at its end' });
const [[rules, vitest, coverage], [types, format, playwright]] = await Promise.all([
  rulesAndVitest(),
  typesAndPlaywright(),
]);
const build = await building;

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

async function rulesAndVitest() {
  const [rules] = await inTurn(['Rules', 'lint:rules']);
  await building;
  const vitest = await runVitest('Unit and integration tests', ['--coverage', '--maxWorkers=3']);
  return [rules, vitest, await runStep('Coverage by room', 'test:coverage')] as const;
}

async function typesAndPlaywright() {
  const [types, format] = await inTurn(['Types', 'typecheck'], ['Format', 'lint:format']);
  const playwright = (await building).ok
    ? await runStep('Browser tests', 'test:e2e', { args: ['--workers=2'], shows: 'at its end' })
    : { name: 'Browser tests (no build)', ok: false, end: 'no build', seconds: 0, output: '' };
  return [types, format, playwright] as const;
}
