import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAsBlob } from 'node:fs';
import { createLogger } from '#platform/logger.ts';
import { EnginePool } from '#workers/pool/engine-pool.ts';
import { startEmbeddedSystem, type EmbeddedSystem } from './embedded-system.ts';
import { picture } from './sample-pictures.ts';
import { median, printTable, quantile } from './table.ts';

const ROUNDS = 9;
const SATURATION_ROUNDS = 2;
const SATURATION_FILES = 12;
const MEMORY_SAMPLE_MS = 20;

interface Bench {
  readonly system: EmbeddedSystem;
  /** As many warm engine processes as the system has: the engine alone. */
  readonly pool: EnginePool;
  readonly folder: string;
  readonly photo: Uint8Array;
  /** Little to compress; the large uploads begin with it. */
  readonly smallPhoto: Uint8Array;
}

/** The whole system against the engine alone, in one run and by turns, so that a busy machine is busy for both. */
export async function benchPipeline(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-engine-alone-'));
  const system = await startEmbeddedSystem();
  const pool = new EnginePool({ directory: folder, logger: createLogger({ level: 'warn' }) });
  try {
    const bench: Bench = {
      system,
      pool,
      folder,
      photo: await picture('jpeg', 3200, 2400),
      smallPhoto: await picture('jpeg', 640, 480),
    };
    await writeFile(join(folder, 'photo'), bench.photo);
    await pool.warm();
    await throughSystem(bench);
    await compareTimes(bench);
    await compareThroughput(bench);
    await measureUploads(bench);
  } finally {
    await system.stop();
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
}

let outputs = 0;

async function engineAlone({ pool, folder }: Bench): Promise<number> {
  outputs += 1;
  const outputPath = join(folder, `output-${outputs}`);
  // The engine takes its source away.
  const sourcePath = join(folder, `source-${outputs}`);
  await copyFile(join(folder, 'photo'), sourcePath);
  const start = performance.now();
  await pool.run({ sourcePath, outputPath });
  const ms = performance.now() - start;
  await rm(outputPath);
  return ms;
}

async function throughSystem({ system, photo }: Bench): Promise<number> {
  const { ms, status } = await system.compress(
    new Blob([Uint8Array.from(photo)], { type: 'image/jpeg' }),
    'photo.jpg',
  );
  if (status !== 200) throw new Error(`Expected status 200 but received ${status}`);
  return ms;
}

async function compareTimes(bench: Bench): Promise<void> {
  const [alone, whole]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await engineAlone(bench));
    whole.push(await throughSystem(bench));
  }
  console.log(`\nTime of one JPEG of ${megabytes(bench.photo.length)} MB, ${ROUNDS} rounds by turns`);
  printTable(
    [
      { name: 'engine alone', times: alone },
      { name: 'POST /api/compress', times: whole },
    ],
    [
      { title: '', value: (row) => row.name, isText: true },
      { title: 'median ms', value: (row) => median(row.times).toFixed(1) },
      { title: 'p90 ms', value: (row) => quantile(row.times, 0.9).toFixed(1) },
      { title: 'to the engine', value: (row) => (median(row.times) / median(alone)).toFixed(3) },
    ],
  );
}

async function compareThroughput(bench: Bench): Promise<void> {
  const atOnce = availableParallelism() * 2;
  const [alone, whole]: [number[], number[]] = [[], []];
  for (let round = 0; round < SATURATION_ROUNDS; round += 1) {
    alone.push(await filesPerSecond(atOnce, () => engineAlone(bench)));
    whole.push(await filesPerSecond(atOnce, () => throughSystem(bench)));
  }
  console.log(
    `\nThroughput with ${atOnce} files at once, ${SATURATION_ROUNDS} rounds of ${SATURATION_FILES} by turns`,
  );
  printTable(
    [
      { name: 'engine alone', rates: alone },
      { name: 'whole system', rates: whole },
    ],
    [
      { title: '', value: (row) => row.name, isText: true },
      { title: 'files/s', value: (row) => median(row.rates).toFixed(2) },
      { title: 'share', value: (row) => `${((100 * median(row.rates)) / median(alone)).toFixed(1)} %` },
    ],
  );
}

async function filesPerSecond(atOnce: number, work: () => Promise<unknown>): Promise<number> {
  let left = SATURATION_FILES;
  const start = performance.now();
  const lane = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return (SATURATION_FILES * 1000) / (performance.now() - start);
}

interface UploadRow {
  readonly megabytes: number;
  readonly status: number;
  readonly ms: number;
  readonly before: number;
  readonly peak: number;
}

async function measureUploads(bench: Bench): Promise<void> {
  const rows: UploadRow[] = [];
  for (const size of [2, 199]) rows.push(await measureUpload(bench, size * 1024 ** 2));
  console.log('\nUploads, and what they cost the web process');
  printTable(rows, [
    { title: 'MB', value: (row) => String(row.megabytes) },
    { title: 'status', value: (row) => String(row.status) },
    { title: 'ms to the answer', value: (row) => row.ms.toFixed(0) },
    { title: 'resident before MB', value: (row) => megabytes(row.before) },
    { title: 'peak MB', value: (row) => megabytes(row.peak) },
    { title: 'growth MB', value: (row) => megabytes(row.peak - row.before) },
  ]);
}

/** A small photo with as much behind its end as is missing: large to move, little to compress. */
async function measureUpload({ system, smallPhoto, folder }: Bench, bytes: number): Promise<UploadRow> {
  const path = join(folder, 'upload');
  const content = new Uint8Array(bytes);
  content.set(smallPhoto);
  await writeFile(path, content);
  const before = await system.residentBytes();
  let peak = before;
  const sampler = setInterval(() => {
    void system.residentBytes().then((now) => (peak = Math.max(peak, now)));
  }, MEMORY_SAMPLE_MS);
  const { ms, status } = await system.compress(await openAsBlob(path, { type: 'image/jpeg' }), 'photo.jpg');
  clearInterval(sampler);
  return { megabytes: Math.round(bytes / 1024 ** 2), status, ms, before, peak };
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
