/**
 * `npm run check`: types, rules, walls and unit tests, for every change. What is named `.long.test.ts` compresses much and is no
 * unit test. `npm test` proves the whole.
 */
import { QUICK_PROJECTS } from './quick-projects.ts';
import { inTurn, runStep } from './run-step.ts';
import { countVitest, summarize, vitestErrors, vitestFailures } from './test-summary.ts';

const packages = await runStep('Packages', 'packages');
const [[rules], [types, walls]] = await Promise.all([
  inTurn(['Rules', 'lint:rules']),
  inTurn(['Types', 'typecheck'], ['Walls', 'lint:walls']),
]);
const args = ['tests/unit', ...QUICK_PROJECTS.flatMap((name) => ['--project', name])];
const unit = await runStep('Unit tests', 'test:unit', { args });

const { text, ok } = summarize([
  ...[packages, types, rules, walls].map((result) => ({ result })),
  {
    result: unit,
    counts: countVitest(unit.output),
    failures: [...vitestErrors(unit.output), ...vitestFailures(unit.output)],
  },
]);
console.log(text);
process.exitCode = ok ? 0 : 1;
