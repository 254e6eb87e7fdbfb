import { Worker } from 'node:worker_threads';

/**
 * Ends this process when its parent is gone. The closed channel tells an idle process at once;
 * a thread of its own notices it for one that is stuck in a native call or an endless loop.
 */
export function dieWithParent(): void {
  process.on('disconnect', () => process.exit());
  if (process.ppid === 0) return; // The first process of a namespace, which the kernel ends with the parent.
  const watch = new Worker(WATCH, {
    eval: true,
    workerData: process.ppid,
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  });
  watch.unref();
}

/** Plain JavaScript: it runs in a thread without our loader. */
const WATCH = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 500);
`;
