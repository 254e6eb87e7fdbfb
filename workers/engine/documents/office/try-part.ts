import type { EngineContext } from '../../context.ts';
import { isEngineError } from '../../api/errors.ts';
import { skip } from '../../api/report/findings.ts';
import type { SkipCode } from '../../api/report/report-codes.ts';
import type { Findings } from '../../api/report/report.ts';

/**
 * Works on one part so that its failure does not fail the file: the part stays as it was, and the report says so. What is
 * not an engine error is a fault of ours, which has a code of its own to be counted by.
 * @param unreadable code for a part whose content is at fault
 * @param work       changes the package last, so that a failure leaves it as it was
 * @throws EngineError "limit-exceeded": a bomb is refused at any depth
 * @throws the signal's reason when cancelled
 */
export async function tryPart(
  { signal }: EngineContext,
  unreadable: SkipCode,
  work: () => Promise<Partial<Findings>>,
): Promise<Partial<Findings>> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (!isEngineError(error)) return { skips: [skip('part-failed')] };
    if (error.code === 'limit-exceeded') throw error;
    return { skips: [skip(unreadable)] };
  }
}
