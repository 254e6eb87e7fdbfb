import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { detectKind, KIND_INFO, type FileKind } from '#engine/index.ts';
import { createLogger } from '#platform/logger.ts';
import { EnginePool } from '#workers/pool/engine-pool.ts';
import { writeSamples } from './samples.ts';
import { median, printTable, quantile } from './table.ts';
import { watchCpu, type CpuByPart, type Part } from './topology/cpu-by-part.ts';
import { startTopology, type Topology } from './topology/topology.ts';

interface LoadFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Load {
  readonly files: readonly LoadFile[];
  readonly topology: Topology;
  /** As many engines as the worker has: the engine alone. */
  readonly pool: EnginePool;
  readonly folder: string;
}

const CORES = availableParallelism();
/** Enough that no engine ever waits for the next file. */
const LANES = CORES * 3;

/**
 * `npm run bench -- load [--files 60] [--rounds 3] [--soak 0]`: files of every kind through the topology of
 * docker-compose.yml against the engine alone on the same cores, by turns, then for so many seconds without a pause.
 */
export async function benchLoad(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      files: { type: 'string', default: '60' },
      rounds: { type: 'string', default: '3' },
      soak: { type: 'string', default: '0' },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'bench-load-'));
  await writeSamples(folder, { photo: { width: 1_200, height: 900 } });
  const limits = {
    FILES_PER_MINUTE: '1000000',
    UPLOADS_AT_ONCE: '1000',
    OPEN_JOBS: '1000',
    STORED_BYTES: '1000000000000',
  };
  const topology = await startTopology({
    webs: 2,
    workers: 1,
    environment: { ...limits, WORKER_CONCURRENCY: String(CORES), LOG_LEVEL: 'error' },
    onLine: (line) => console.error(JSON.stringify(line)),
  });
  const pool = new EnginePool({ directory: folder, size: CORES, logger: createLogger({ level: 'warn' }) });
  try {
    const load = { files: await filesOf(folder), topology, pool, folder };
    await pool.warm();
    // What is loaded late is loaded on both sides.
    await throughput(load, load.files.length, throughSystem);
    await throughput(load, load.files.length, engineAlone);
    await compare(load, { files: Number(values.files), rounds: Number(values.rounds) });
    if (Number(values.soak) > 0) await soak(load, Number(values.soak));
  } finally {
    await topology.stop();
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function filesOf(folder: string): Promise<LoadFile[]> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => {
      const bytes = Uint8Array.from(await readFile(join(folder, name)));
      return { path: join(folder, name), kind: detectKind(bytes), bytes };
    }),
  );
  return files.filter((file): file is LoadFile => file.kind !== null);
}

type Work = (load: Load, file: LoadFile) => Promise<void>;

let copies = 0;

async function engineAlone({ pool, folder }: Load, file: LoadFile): Promise<void> {
  copies += 1;
  const [sourcePath, outputPath] = [join(folder, `in-${copies}`), join(folder, `out-${copies}`)];
  // The engine takes its source away.
  await copyFile(file.path, sourcePath);
  await pool.run({ sourcePath, outputPath });
  await rm(outputPath);
}

async function throughSystem({ topology }: Load, { kind, bytes }: LoadFile): Promise<void> {
  const headers = { 'Content-Type': KIND_INFO[kind].mimeTypes[0] };
  const answer = await fetch(`${topology.url}/api/compress`, { method: 'POST', body: bytes, headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`Expected status 200 but received ${answer.status}`);
}

/** What one machine of a real installation does not compute: the stores of AWS and the clients are elsewhere. */
const ELSEWHERE: readonly Part[] = ['emulator', 'load'];

interface Timed {
  readonly kind: FileKind;
  readonly ms: number;
}

interface Throughput {
  readonly files: number;
  readonly seconds: number;
  readonly times: readonly Timed[];
  readonly cpu: CpuByPart;
}

async function throughput(load: Load, count: number, work: Work): Promise<Throughput> {
  let next = 0;
  const times: Timed[] = [];
  const endCpu = watchCpu();
  const start = performance.now();
  const lane = async (): Promise<void> => {
    while (next < count) {
      const file = load.files[next++ % load.files.length]!;
      const begun = performance.now();
      await work(load, file);
      times.push({ kind: file.kind, ms: performance.now() - begun });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const seconds = (performance.now() - start) / 1_000;
  return { files: count, seconds, times, cpu: endCpu() };
}

async function compare(load: Load, { files, rounds }: { files: number; rounds: number }): Promise<void> {
  const [alone, whole]: [Throughput[], Throughput[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await throughput(load, files, engineAlone));
    whole.push(await throughput(load, files, throughSystem));
  }
  const times = whole.flatMap((round) => round.times);
  const rateOf = (measured: readonly Throughput[]) =>
    median(measured.map((each) => each.files / each.seconds));
  const busyOf = ({ cpu, seconds }: Throughput) => sum(Object.values(cpu)) / (seconds * CORES);
  console.log(
    `\nThroughput, ${rounds} rounds of ${files} files by turns, ${LANES} at once, ${CORES} engines`,
  );
  printTable(
    [
      { name: 'engine alone', of: alone },
      { name: 'whole topology', of: whole },
      { name: 'the same, with S3, SQS and clients elsewhere', of: whole.map(withoutElsewhere) },
    ],
    [
      { title: '', value: (row) => row.name, isText: true },
      { title: 'files/s', value: ({ of }) => rateOf(of).toFixed(2) },
      { title: 'share', value: ({ of }) => `${((100 * rateOf(of)) / rateOf(alone)).toFixed(1)} %` },
      { title: 'cores busy', value: ({ of }) => `${(100 * median(of.map(busyOf))).toFixed(0)} %` },
    ],
  );
  printCpu(files * rounds, alone, whole);
  console.log('\nTime to the whole answer under this load, s');
  const kinds = [...new Set(times.map(({ kind }) => kind))];
  const byKind = kinds.map((kind) => ({ kind, of: times.filter((each) => each.kind === kind) }));
  printTable(byKind, [
    { title: 'kind', value: ({ kind }) => kind, isText: true },
    { title: 'files', value: ({ of }) => String(of.length) },
    ...[0.5, 0.95, 0.99].map((share) => ({
      title: `p${share * 100}`,
      value: ({ of }: { of: Timed[] }) =>
        (
          quantile(
            of.map(({ ms }) => ms),
            share,
          ) / 1_000
        ).toFixed(2),
    })),
  ]);
}

/** As if the cores had not had to compute what is elsewhere. It holds where they are busy all the time. */
function withoutElsewhere({ seconds, cpu, ...rest }: Throughput): Throughput {
  const none = Object.fromEntries(ELSEWHERE.map((part) => [part, 0]));
  const spared = sum(ELSEWHERE.map((part) => cpu[part])) / CORES;
  return { ...rest, seconds: seconds - spared, cpu: { ...cpu, ...none } };
}

function printCpu(files: number, alone: readonly Throughput[], whole: readonly Throughput[]): void {
  const msOf = (measured: readonly Throughput[], parts: readonly Part[]) =>
    ((sum(measured.flatMap(({ cpu }) => parts.map((part) => cpu[part]))) / files) * 1_000).toFixed(0);
  const rows: { name: string; parts: readonly Part[] }[] = [
    { name: 'engines', parts: ['engines'] },
    { name: 'worker', parts: ['worker'] },
    { name: 'web servers', parts: ['web'] },
    { name: 'proxy', parts: ['proxy'] },
    { name: 'Redis', parts: ['redis'] },
    { name: 'S3 and SQS (emulator)', parts: ['emulator'] },
    { name: 'clients, or the pool alone', parts: ['load'] },
  ];
  console.log('\nCPU of a file, ms');
  printTable(rows, [
    { title: 'part', value: (row) => row.name, isText: true },
    { title: 'engine alone', value: (row) => msOf(alone, row.parts) },
    { title: 'topology', value: (row) => msOf(whole, row.parts) },
  ]);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const SAMPLES = 10;

async function soak(load: Load, seconds: number): Promise<void> {
  const processes = [...load.topology.webs, ...load.topology.workers];
  const end = performance.now() + seconds * 1_000;
  const rows: { at: number; files: number; bytes: number[] }[] = [];
  let files = 0;
  const note = async () =>
    void rows.push({
      at: seconds - (end - performance.now()) / 1_000,
      files,
      bytes: await Promise.all(processes.map(({ pid }) => residentBytes(pid))),
    });
  await note();
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      await throughSystem(load, load.files[files++ % load.files.length]!);
    }
  };
  const sampler = setInterval(() => void note(), (seconds * 1_000) / SAMPLES);
  await Promise.all(Array.from({ length: LANES }, lane));
  clearInterval(sampler);
  await note();
  console.log(`\nResident memory over ${seconds} s without a pause, MB`);
  printTable(rows, [
    { title: 's', value: ({ at }) => at.toFixed(0) },
    { title: 'files', value: (row) => String(row.files) },
    ...processes.map(({ name }, at) => ({
      title: name,
      value: ({ bytes }: { bytes: number[] }) => (bytes[at]! / 1024 ** 2).toFixed(0),
    })),
  ]);
}

async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'ascii').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}
