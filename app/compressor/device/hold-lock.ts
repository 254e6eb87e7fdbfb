/**
 * Takes a lock for as long as this worker lives, so that the page learns when it ends: a worker that the browser ends for
 * lack of memory, or that a person ends, says nothing itself.
 * @returns its name; null where the browser gives none
 */
export function holdLock(): Promise<string | null> {
  const name = `engine-${crypto.randomUUID()}`;
  return new Promise((resolve) => {
    const held = () => {
      resolve(name);
      return new Promise<never>(() => {});
    };
    if ('locks' in navigator) navigator.locks.request(name, held).catch(() => resolve(null));
    else resolve(null);
  });
}
