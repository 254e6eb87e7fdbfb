/** `npm run test:long`: the long tests with all of their cases; `npm test` runs those that no other stands for. */
import { runStep } from './run-step.ts';

process.env.LONG_FORM = 'yes';
const { ok } = await runStep('Long tests', 'test:unit', { args: ['.long.test.'] });
process.exitCode = ok ? 0 : 1;
