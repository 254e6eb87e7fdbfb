import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import type { Random } from '../random.ts';
import type { ServerUnderTest } from './server-under-test.ts';

/** What strikes the server, by weight. */
const FAULTS = [
  { name: 'engine killed', weight: 12, strike: killEngine },
  { name: 'server killed', weight: 2, strike: (server: ServerUnderTest) => server.restart('SIGKILL') },
  { name: 'server stopped', weight: 2, strike: (server: ServerUnderTest) => server.restart('SIGTERM') },
  { name: 'record damaged', weight: 1, strike: damageRecord },
] as const;

export interface FaultOptions {
  readonly server: ServerUnderTest;
  readonly random: Random;
  readonly ledger: Ledger;
  readonly tampered: Set<string>;
  /** Ends the faults. */
  readonly signal: AbortSignal;
}

/** One fault after another until the signal ends them. */
export async function strikeFaults(options: FaultOptions): Promise<void> {
  const { server, random, ledger, tampered, signal } = options;
  while (!signal.aborted) {
    await pause(random.between(100, 900), undefined, { signal }).catch(() => {}); // The run is over.
    if (signal.aborted) return;
    const { name, strike } = random.pick(FAULTS);
    await strike(server, random, tampered);
    ledger.struck(name);
  }
}

async function killEngine(server: ServerUnderTest, random: Random): Promise<void> {
  const pids = await server.enginePids();
  const pid = pids[random.below(pids.length)];
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

/** Cuts the record of an open job short, as a power cut may. */
async function damageRecord(server: ServerUnderTest, random: Random, tampered: Set<string>): Promise<void> {
  const records = await server.filesIn('objects/jobs');
  const path = records[random.below(records.length)];
  if (path === undefined) return;
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return;
  tampered.add(basename(path).replace(/\.json.*$/, ''));
  await writeFile(path, bytes.subarray(0, bytes.length >> 1)).catch(() => {}); // Its job has just ended.
}
