import type { EngineContext } from '#engine/context.ts';
import { StepTimer } from '#engine/api/report/step-timer.ts';
import { WorkBudget } from '#engine/budget/work-budget.ts';

/** A context for a step that is tested apart from the door: balanced, without a target, with all the budget it wants. */
export function engineContext(given: Pick<EngineContext, 'codecs'> & Partial<EngineContext>): EngineContext {
  const steps = new StepTimer();
  return {
    preset: 'balanced',
    signal: new AbortController().signal,
    steps,
    onProgress: () => {},
    budget: new WorkBudget(Infinity),
    ...given,
  };
}
