/** Longer than any disk needs for usual files; leaving the page must not take forever. */
const PATIENCE_MS = 2_000;

let keeping: Promise<unknown> = Promise.resolve();

/** Runs work on the browser's storage after all that began before it. It may fail: nothing depends on it. */
export function whileKeeping(work: () => Promise<void>): Promise<void> {
  const next = keeping.then(work).catch(() => undefined);
  keeping = next;
  return next;
}

/** Resolves when all that was to be kept is kept, or after two seconds. */
export async function everythingKept(): Promise<void> {
  await Promise.race([keeping, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
