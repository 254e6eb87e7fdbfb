import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from '../random.ts';
import { printTable, quantile } from '../table.ts';
import { makeChaosFiles } from './chaos-files.ts';
import { CLIENTS, type ClientContext } from './clients.ts';
import { startDistributed } from './distributed-under-test.ts';
import { startEmbedded } from './embedded-under-test.ts';
import { notePeaks, strikeFaults } from './faults.ts';
import { Ledger } from './ledger.ts';
import type { SystemUnderTest } from './system-under-test.ts';

export interface ChaosOptions {
  readonly jobs: number;
  /** Clients at the same time. */
  readonly atOnce: number;
  readonly seed: number;
  /** A fault strikes when so many jobs have ended since the one before [10]. */
  readonly jobsPerFault?: number;
  /** Web servers and workers apart, over Redis, S3 and SQS [one embedded server]. */
  readonly isDistributed?: boolean;
  /** Further jobs are sent until this holds too [at once]: how many faults strike meanwhile goes by the machine. */
  readonly isEnough?: (ledger: Ledger) => boolean;
  /** Time after which no further job is sent, in ms [none]. */
  readonly limitMs?: number;
  /** Called now and then with the number of jobs that have ended. */
  readonly onProgress?: (jobs: number) => void;
}

/**
 * `npm run chaos -- [--jobs 10000] [--minutes N] [--at-once 8] [--seed 1] [--jobs-per-fault 10] [--distributed]`: exit
 * status 1 when anything was lost, doubled or left.
 */
export async function chaos(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      jobs: { type: 'string', default: '10000' },
      minutes: { type: 'string' },
      'at-once': { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
      'jobs-per-fault': { type: 'string', default: '10' },
      distributed: { type: 'boolean', default: false },
    },
  });
  const start = performance.now();
  const ledger = await runChaos({
    jobs: Number(values.jobs),
    atOnce: Number(values['at-once']),
    seed: Number(values.seed),
    jobsPerFault: Number(values['jobs-per-fault']),
    isDistributed: values.distributed,
    ...(values.minutes ? { limitMs: 60_000 * Number(values.minutes) } : {}),
    onProgress: (jobs) => console.error(`${jobs} jobs`),
  });
  printLedger(ledger, performance.now() - start);
  process.exitCode = ledger.violations.length > 0 ? 1 : 0;
}

const PROGRESS_EVERY_JOBS = 500;

/** Sends jobs of every kind while faults strike, then waits for quiet and looks at what is left. */
export async function runChaos(options: ChaosOptions): Promise<Ledger> {
  const { jobs, atOnce, seed, jobsPerFault = 10, isDistributed = false } = options;
  const { isEnough = () => true, onProgress = () => {} } = options;
  const ledger = new Ledger();
  const { good, bad } = await makeChaosFiles();
  const system = await (isDistributed ? startDistributed() : startEmbedded());
  const tampered = new Set<string>();
  const openMessages = () => system.openMessages();
  const calm = new AbortController();
  const random = new Random(seed);
  try {
    const faults = strikeFaults({
      system,
      random: new Random(seed + 1),
      ledger,
      tampered,
      jobsPerFault,
      signal: calm.signal,
    });
    // A fault that cannot be struck ends the run; it must not go unseen until then.
    faults.catch(() => {});
    let left = jobs;
    const endsAt = performance.now() + (options.limitMs ?? Infinity);
    const lane = async (): Promise<void> => {
      while ((left-- > 0 || !isEnough(ledger)) && performance.now() < endsAt) {
        const url = random.one(system.urls);
        // Who meets a closed port has sent nothing: that would be no job.
        await system.whenUp(url);
        const context: ClientContext = { url, random, ledger, tampered, openMessages, good, bad };
        ledger.ended(await random.pick(CLIENTS).run(context));
        if (ledger.jobs % PROGRESS_EVERY_JOBS === 0) onProgress(ledger.jobs);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    calm.abort();
    await faults;
    await judge(system, ledger);
  } finally {
    calm.abort();
    await system.stop();
  }
  return ledger;
}

/** Everything that was open has this long to come to rest. */
const REST_MS = 80_000;
const MAX_RESIDENT_BYTES = 600 * 1024 ** 2;
const MAX_DESCRIPTORS = 150;

async function judge(system: SystemUnderTest, ledger: Ledger): Promise<void> {
  // The job of a message is somebody's: time must not pass over it, or it is never counted.
  await leftAfter(REST_MS, system, (each) => / messages$/.test(each));
  let left = await leftAfter(REST_MS / 4, system);
  if (left.length > 0) {
    // What could not be deleted while the store refused is nobody's job any more: time deletes it, or the next start.
    await system.expire();
    left = await leftAfter(REST_MS, system);
  }
  for (const path of left) ledger.violated(`left behind: ${path}`);

  const stats = (await (await fetch(`${system.urls[0]}/api/stats`)).json()) as { compressedCount: number };
  const known = ledger.count('answered');
  const possible = known + ledger.count('unresolved') + ledger.count('withdrawn') + ledger.count('tampered');
  if (stats.compressedCount < known || stats.compressedCount > possible)
    ledger.violated(`counted ${stats.compressedCount}, expected ${known} to ${possible}`);

  await notePeaks({ system, ledger });
  for (const [role, { residentBytes, descriptors }] of ledger.peaks) {
    if (residentBytes > MAX_RESIDENT_BYTES)
      ledger.violated(`a process (${role}) held ${residentBytes} bytes`);
    if (descriptors > MAX_DESCRIPTORS) ledger.violated(`a process (${role}) held ${descriptors} descriptors`);
  }
}

/** What is left, of a kind or of all, when nothing is, or after so many ms. */
async function leftAfter(
  ms: number,
  system: SystemUnderTest,
  counts: (what: string) => boolean = () => true,
): Promise<string[]> {
  const end = performance.now() + ms;
  for (;;) {
    const left = (await system.leftovers()).filter(counts);
    if (left.length === 0 || performance.now() > end) return left;
    await pause(300);
  }
}

function printLedger(ledger: Ledger, ms: number): void {
  const peaks = [...ledger.peaks].flatMap(([role, { residentBytes, descriptors }]) => [
    { what: `peak MB (${role})`, count: Math.round(residentBytes / 1024 ** 2) },
    { what: `peak descriptors (${role})`, count: descriptors },
  ]);
  const rows = [
    ...[...ledger.endings].map(([what, count]) => ({ what: `jobs ${what}`, count })),
    ...[...ledger.faults].map(([what, count]) => ({ what, count })),
    ...peaks,
    { what: 'violations', count: ledger.violations.length },
  ];
  printTable(rows, [
    { title: 'what', value: (row) => row.what, isText: true },
    { title: 'count', value: (row) => String(row.count) },
  ]);
  const at = (share: number): string => (quantile(ledger.latenciesMs, share) / 1000).toFixed(2);
  console.log(`\nAnswers after ${at(0.5)} s (median), ${at(0.9)} s (p90), ${at(1)} s (slowest)`);
  console.log(`${ledger.jobs} jobs in ${Math.round(ms / 1000)} s`);
  for (const violation of ledger.violations.slice(0, 50)) console.error(`VIOLATED: ${violation}`);
}
