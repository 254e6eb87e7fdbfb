/** A page that is not drawn, as in a tab behind others, has nothing to wait for. */
const AT_MOST_MS = 200;

/**
 * Runs work once the page as the server wrote it is on the screen: where scripts come out of the cache, taking the page
 * over would otherwise hold back its first picture.
 */
export function afterPaint(work: () => void): void {
  let done = false;
  const run = () => {
    if (done) return;
    done = true;
    work();
  };
  // A frame begins before it is drawn; a task after it comes when it is.
  requestAnimationFrame(() => setTimeout(run));
  setTimeout(run, AT_MOST_MS);
}
