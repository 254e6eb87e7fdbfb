import { readFileSync } from 'node:fs';
import { cpuSecondsOf, descendantsOf } from '../descendants-usage.ts';

/** Who computes on this machine while the topology is measured, and how its command line tells it. */
const PARTS = {
  engines: /engine-process|bwrap|unshare/,
  web: /functions\/web\.ts/,
  worker: /workers\/main\.ts/,
  redis: /redis-server/,
  proxy: /caddy/,
  emulator: /aws-emulator/,
} as const;
export type Part = keyof typeof PARTS | 'load';

/** CPU seconds by part. `load` is this process: the clients, and the pool of engines that stand alone. */
export type CpuByPart = Readonly<Record<Part, number>>;

const SAMPLE_MS = 250;

/**
 * Looks on at this process and all below it, four times a second: what engines used that are replaced is not lost.
 * @returns a function that ends this and tells what was used since
 */
export function watchCpu(): () => CpuByPart {
  const before = new Map<number, number>();
  const now = new Map<number, number>();
  const parts = new Map<number, Part>();
  let isFirst = true;
  const look = (): void => {
    for (const pid of descendantsOf(process.pid)) {
      const seconds = cpuSecondsOf(pid);
      const part = parts.get(pid) ?? partOf(pid);
      if (seconds === undefined || part === undefined) continue;
      parts.set(pid, part);
      if (isFirst) before.set(pid, seconds);
      now.set(pid, seconds);
    }
    isFirst = false;
  };
  look();
  const own = process.cpuUsage();
  const timer = setInterval(look, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    look();
    const { user, system } = process.cpuUsage(own);
    const used = {
      engines: 0,
      web: 0,
      worker: 0,
      redis: 0,
      proxy: 0,
      emulator: 0,
      load: (user + system) / 1e6,
    };
    for (const [pid, seconds] of now) used[parts.get(pid)!] += seconds - (before.get(pid) ?? 0);
    return used;
  };
}

function partOf(pid: number): Part | undefined {
  const command = commandOf(pid);
  const found = Object.entries(PARTS).find(([, pattern]) => pattern.test(command));
  return found?.[0] as Part | undefined;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // Gone.
  }
}
