import { listTaken } from './list-name.ts';

/** Longer than any disk needs for usual files; leaving the page must not take forever. */
const PATIENCE_MS = 2_000;

let keeping: Promise<unknown> = Promise.resolve();
let allKept = true;

/** Notes whether the list stands in the browser's storage as it is shown. */
export function noteKept(all: boolean): void {
  allKept = all;
}

/**
 * Runs work on the browser's storage after all that began before it, and once it is known whose list this is. It may fail: nothing
 * depends on it.
 */
export function whileKeeping(work: () => Promise<void>): Promise<void> {
  const next = keeping
    .then(listTaken)
    .then(work)
    .catch(() => undefined);
  keeping = next;
  return next;
}

/**
 * Waits until all that was to be kept has been written, two seconds at most.
 * @returns false where the browser has refused something
 */
export async function everythingKept(): Promise<boolean> {
  const late = new Promise<true>((resolve) => setTimeout(() => resolve(true), PATIENCE_MS));
  return Promise.race([keeping.then(() => allKept), late]);
}
