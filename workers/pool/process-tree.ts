import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Every Linux that Node runs on without a special build uses pages of this size, except some arm64 kernels (then we see less, not more). */
const PAGE_BYTES = 4096;

/**
 * Resident memory of a process in bytes, or null where it cannot be told: the process is gone, or the system has no /proc.
 * Read synchronously: it takes some 20 microseconds, and a pending read would let a fast bomb win.
 * Source: proc_pid_statm(5), second field, in pages.
 */
export function residentBytes(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'ascii').split(' ')[1]);
    return Number.isFinite(pages) && pages > 0 ? pages * PAGE_BYTES : null;
  } catch {
    return null; // No such process or no /proc: the limits of time and heap still hold.
  }
}

/** Clock ticks in a second, as Linux reports them to programs on every machine. */
const TICKS = 100;

/**
 * CPU time that a process has taken with all its threads, in ms; null where it cannot be told, as with `residentBytes`.
 * Source: proc_pid_stat(5), utime and stime.
 */
export function cpuMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'ascii');
    // Behind the name, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000;
  } catch {
    return null;
  }
}

/** The first child process, or undefined where there is none: of bubblewrap and `unshare` the process in the sandbox. */
export function firstChild(pid: number): number | undefined {
  return childrenOfThread(pid, pid)[0];
}

/** Whether a process has child processes. The engine starts none. */
export function startedOthers(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).some(
      (thread) => childrenOfThread(pid, Number(thread)).length > 0,
    );
  } catch {
    return false; // The process is gone, or the system has no /proc.
  }
}

/** Source: proc_tid_children(5). */
function childrenOfThread(pid: number, thread: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/children`, 'ascii')
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * Kills engine processes and their sandboxes by the folder that their command lets them write.
 * @param folder the folder of an engine, or how the folders of several begin; without symbolic links
 */
export async function killEngines(folder: string): Promise<void> {
  const processes = await readdir('/proc').catch(() => []); // No Linux: nothing to look through.
  for (const id of processes.filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--allow-fs-write=${folder}`)) kill(Number(id));
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone in the meantime, or another account's.
  }
}
