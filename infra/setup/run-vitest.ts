import { runStep } from './run-step.ts';
import { countVitest, filesOf, vitestFailures, type StepSummary } from './test-summary.ts';

/** More failed files than this are no accident of a busy machine. */
const FILES_RUN_AGAIN = 5;

/**
 * Runs vitest. Many of its tests start servers and kill them, and wait for what happens then; beside other work on the
 * machine one of them may come too late. So the files that failed are run once more, alone: what passes then is named as
 * unsteady in the summary, what fails again has failed.
 */
export async function runVitest(): Promise<StepSummary> {
  const first = await runStep('Unit and integration tests', 'test:unit', { args: ['--coverage'] });
  const counts = countVitest(first.output);
  const failures = vitestFailures(first.output);
  const files = filesOf(failures);
  if (first.ok || files.length === 0 || files.length > FILES_RUN_AGAIN)
    return { result: first, counts, failures };

  const second = await runStep('What failed, once more', 'test:unit', { args: files });
  const failedAgain = vitestFailures(second.output);
  const { failed } = countVitest(second.output);
  return {
    result: { ...first, ok: second.ok, seconds: first.seconds + second.seconds },
    counts: { passed: counts.passed + counts.failed - failed, failed },
    failures: failedAgain,
    unsteady: failures.filter((name) => !failedAgain.includes(name)),
  };
}
