import { runStep } from './run-step.ts';
import { countVitest, filesOf, vitestErrors, vitestFailures, type StepSummary } from './test-summary.ts';

/** More failed files than this are no accident of a busy machine. */
const FILES_RUN_AGAIN = 5;

/**
 * Runs vitest with arguments of its own. The files that failed are run once more, alone, only to tell a race from a fault: what passes then is named
 * apart in the summary, and has failed all the same.
 */
export async function runVitest(name: string, args: readonly string[]): Promise<StepSummary> {
  const first = await runStep(name, 'test:unit', { args });
  const counts = countVitest(first.output);
  const failures = vitestFailures(first.output);
  const errors = vitestErrors(first.output);
  const files = filesOf(failures);
  if (first.ok || files.length === 0 || files.length > FILES_RUN_AGAIN)
    return { result: first, counts, failures: [...errors, ...failures] };

  const second = await runStep(`${name}: what failed, once more`, 'test:unit', { args: files });
  const failedAgain = vitestFailures(second.output);
  return {
    result: { ...first, seconds: first.seconds + second.seconds },
    counts,
    failures: [...errors, ...failures.filter((name) => failedAgain.includes(name))],
    unsteady: failures.filter((name) => !failedAgain.includes(name)),
  };
}
