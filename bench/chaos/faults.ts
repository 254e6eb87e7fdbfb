import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Ledger } from './ledger.ts';
import type { PortFault } from './port-faults.ts';
import type { SystemUnderTest } from './system-under-test.ts';

export interface FaultOptions {
  readonly system: SystemUnderTest;
  readonly random: Random;
  readonly ledger: Ledger;
  /** Names of the files whose records were damaged. */
  readonly tampered: Set<string>;
  /** A fault strikes when so many jobs have ended since the one before. */
  readonly jobsPerFault: number;
  /** Ends the faults. */
  readonly signal: AbortSignal;
}

interface Fault {
  readonly name: string;
  readonly weight: number;
  /** Whether there can be such a fault at all [always]. */
  readonly suits?: (system: SystemUnderTest) => boolean;
  /** @returns whether there was something to strike */
  readonly strike: (options: FaultOptions) => Promise<boolean>;
}

/** How long ports fail at most, in ms: longer than clients and workers ask again, shorter than anybody gives up. */
const LONGEST_MS = 3_000;
/** Short of what a result lives, long past what a message stays hidden. */
const CLOCK_JUMP_MS = 300_000;

/** What strikes the system: each once in random order, then by weight. */
const FAULTS: readonly Fault[] = [
  { name: 'engine killed', weight: 12, strike: killEngine },
  { name: 'process killed', weight: 2, strike: (options) => restart(options, 'SIGKILL') },
  { name: 'process stopped', weight: 2, strike: (options) => restart(options, 'SIGTERM') },
  { name: 'record damaged', weight: 1, strike: damageRecord },
  { name: 'disk full', weight: 2, strike: fillDisk },
  { name: 'events lost', weight: 2, strike: port('events lost') },
  { name: 'events doubled', weight: 2, strike: port('events doubled') },
  { name: 'messages doubled', weight: 3, strike: port('messages doubled') },
  { name: 'store refused', weight: 2, strike: port('store refused') },
  { name: 'store hung', weight: 2, strike: port('store hung') },
  {
    name: 'redis restarted',
    weight: 2,
    suits: ({ restartRedis }) => restartRedis !== null,
    strike: restartRedis,
  },
  {
    name: 'workers scaled',
    weight: 2,
    suits: ({ scaleWorkers }) => scaleWorkers !== null,
    strike: scaleWorkers,
  },
  { name: 'clock jumped', weight: 2, strike: port('clock jumped') },
];
export const FAULT_NAMES = FAULTS.map(({ name }) => name);

/** One fault after another, as jobs end, until the signal ends them. */
export async function strikeFaults(options: FaultOptions): Promise<void> {
  const { system, ledger, random, jobsPerFault, signal } = options;
  const faults = FAULTS.filter(({ suits }) => suits?.(system) ?? true);
  const first = [...faults].sort(() => random.next() - 0.5);
  for (let due = jobsPerFault; ; due = ledger.jobs + jobsPerFault) {
    while (ledger.jobs < due && !signal.aborted) await pause(20);
    if (signal.aborted) return;
    const fault = first.pop() ?? random.pick(faults);
    if (await fault.strike(options)) ledger.struck(fault.name);
    else if (!ledger.faults.has(fault.name)) first.unshift(fault);
    await notePeaks(options);
  }
}

/** Memory and descriptors as they are now, for the table. */
export async function notePeaks({ system, ledger }: Pick<FaultOptions, 'system' | 'ledger'>): Promise<void> {
  for (const child of system.children) {
    const usage = await child.usage();
    if (usage) ledger.noteUsage(child.role, usage);
  }
}

async function killEngine({ system, random }: FaultOptions): Promise<boolean> {
  const pids = (await Promise.all(system.children.map((child) => child.enginePids()))).flat();
  const pid = pids[random.below(pids.length)];
  if (pid === undefined) return false;
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false; // It has just ended by itself.
  }
}

async function restart({ system, random }: FaultOptions, signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean> {
  await random.one(system.children).restart(signal);
  return true;
}

async function restartRedis({ system, random }: FaultOptions): Promise<boolean> {
  await system.restartRedis?.(random.between(200, LONGEST_MS));
  return true;
}

/** 1, 2 or 3 of them. */
async function scaleWorkers({ system, random }: FaultOptions): Promise<boolean> {
  await system.scaleWorkers?.(1 + random.below(3));
  return true;
}

async function damageRecord({ system, random, tampered }: FaultOptions): Promise<boolean> {
  const pick = (count: number): number => random.below(count);
  // A store that another fault holds up is no reason to end the run.
  return system.damageRecord(pick, (fileName) => tampered.add(fileName)).catch(() => false);
}

async function fillDisk(options: FaultOptions): Promise<boolean> {
  const { system, random } = options;
  if (!system.fillDisk) return port('disk refused')(options);
  const makeRoom = await system.fillDisk();
  await pause(random.between(200, LONGEST_MS));
  await makeRoom();
  return true;
}

function port(fault: PortFault): Fault['strike'] {
  return ({ system, random }) => {
    const forMs = random.between(200, LONGEST_MS);
    const offsetMs = random.between(-CLOCK_JUMP_MS, CLOCK_JUMP_MS);
    // A bus, a queue and a store are shared, but a clock belongs to one machine.
    const struck = fault === 'clock jumped' ? [random.one(system.children)] : system.children;
    for (const child of struck) child.order({ fault, forMs, offsetMs });
    return Promise.resolve(true);
  };
}
