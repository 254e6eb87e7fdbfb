import { readFile } from 'node:fs/promises';

/**
 * A mark that names a process for good: its number and when it started, e.g. "4711-88123". A number alone is given out
 * again, and every container has a process 1.
 */
export async function processMark(pid: number = process.pid): Promise<string> {
  return `${pid}-${await startedAt(pid)}`;
}

/** Whether the process of a mark still lives; false for text that is no mark. */
export async function isLiving(mark: string): Promise<boolean> {
  const pid = Number(/^(\d+)-/.exec(mark)?.[1]);
  return Number.isInteger(pid) && exists(pid) && (await processMark(pid)) === mark;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ticks since boot; "0" on systems without /proc. Source: proc_pid_stat(5), field 22; the name before it may hold spaces. */
async function startedAt(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
}
