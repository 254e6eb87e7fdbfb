import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printTable, quantile } from '../table.ts';
import { makeChaosFiles } from './chaos-files.ts';
import { CLIENTS, type ClientContext } from './clients.ts';
import { strikeFaults } from './faults.ts';
import { Ledger } from './ledger.ts';
import { Random } from '../random.ts';
import { ServerUnderTest } from './server-under-test.ts';

export interface ChaosOptions {
  readonly jobs: number;
  /** Clients at the same time. */
  readonly atOnce: number;
  readonly seed: number;
}

/** `npm run chaos -- [--jobs 10000] [--at-once 8] [--seed 1]`: exit status 1 when anything was lost or left. */
export async function chaos(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      jobs: { type: 'string', default: '10000' },
      'at-once': { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
    },
  });
  const ledger = await runChaos({
    jobs: Number(values.jobs),
    atOnce: Number(values['at-once']),
    seed: Number(values.seed),
  });
  printLedger(ledger);
  process.exitCode = ledger.violations.length > 0 ? 1 : 0;
}

/** Sends jobs of every kind while faults strike, then waits for quiet and looks at what is left. */
export async function runChaos({ jobs, atOnce, seed }: ChaosOptions): Promise<Ledger> {
  const ledger = new Ledger();
  const { good, bad } = await makeChaosFiles();
  const server = await ServerUnderTest.start();
  const tampered = new Set<string>();
  const calm = new AbortController();
  try {
    const faults = strikeFaults({
      server,
      random: new Random(seed + 1),
      ledger,
      tampered,
      signal: calm.signal,
    });
    const context: ClientContext = { url: server.url, random: new Random(seed), ledger, tampered, good, bad };
    let left = jobs;
    const lane = async (): Promise<void> => {
      while (left-- > 0) {
        // Who meets a closed port has sent nothing: that would be no job.
        await server.whenUp();
        ledger.ended(await context.random.pick(CLIENTS).run(context));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    calm.abort();
    await faults;
    await judge(server, ledger);
  } finally {
    calm.abort();
    await server.stop();
  }
  return ledger;
}

/** Everything that was open has this long to come to rest. */
const REST_MS = 120_000;
/** Places that must be empty when nothing is under way. */
const EMPTY_PLACES = ['queue', 'incoming', 'tmp', 'objects/uploads', 'objects/jobs'];
const MAX_RESIDENT_BYTES = 600 * 1024 ** 2;
const MAX_DESCRIPTORS = 120;

async function judge(server: ServerUnderTest, ledger: Ledger): Promise<void> {
  const end = performance.now() + REST_MS;
  let left: string[] = [];
  do {
    await pause(500);
    left = (await Promise.all(EMPTY_PLACES.map((place) => server.filesIn(place)))).flat();
  } while (left.length > 0 && performance.now() < end);
  for (const path of left) ledger.violated(`left behind: ${path.slice(server.folder.length + 1)}`);

  const stats = (await (await fetch(`${server.url}/api/stats`)).json()) as { compressedCount: number };
  const known = ledger.count('answered');
  const possible = known + ledger.count('unresolved') + ledger.count('withdrawn') + ledger.count('tampered');
  if (stats.compressedCount < known || stats.compressedCount > possible)
    ledger.violated(`counted ${stats.compressedCount}, expected ${known} to ${possible}`);

  const { residentBytes, descriptors } = await server.usage();
  if (residentBytes > MAX_RESIDENT_BYTES) ledger.violated(`the server holds ${residentBytes} bytes`);
  if (descriptors > MAX_DESCRIPTORS) ledger.violated(`the server holds ${descriptors} descriptors`);
}

function printLedger(ledger: Ledger): void {
  const rows = [
    ...[...ledger.endings].map(([what, count]) => ({ what: `jobs ${what}`, count })),
    ...[...ledger.faults].map(([what, count]) => ({ what, count })),
    { what: 'violations', count: ledger.violations.length },
  ];
  printTable(rows, [
    { title: 'what', value: (row) => row.what, isText: true },
    { title: 'count', value: (row) => String(row.count) },
  ]);
  const at = (share: number): string => (quantile(ledger.latenciesMs, share) / 1000).toFixed(2);
  console.log(`\nAnswers after ${at(0.5)} s (median), ${at(0.9)} s (p90), ${at(1)} s (slowest)`);
  for (const violation of ledger.violations.slice(0, 50)) console.error(`VIOLATED: ${violation}`);
}
