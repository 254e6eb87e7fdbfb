import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import {
  compress,
  DEFAULT_PRESET,
  detectKind,
  isEngineError,
  PRESETS,
  type JobOptions,
} from '#engine/index.ts';
import { BrowserEngine } from '#tests/fixtures/browser-engine/browser-engine.ts';
import { browserUsage } from '#tests/fixtures/browser-engine/browser-usage.ts';
import { filesIn } from './files-in.ts';
import { median, printTable, type Column } from './table.ts';

interface Outcome {
  /** Hash of the result, or the code of an error. */
  readonly what: string;
  readonly bytes: number;
  readonly cpuSeconds: number;
}

interface Row {
  readonly name: string;
  readonly kind: string;
  readonly server: Outcome;
  readonly device: Outcome;
  readonly residentMb: number;
}

interface Source {
  readonly name: string;
  readonly kind: string;
  readonly bytes: Uint8Array;
}

type Compress = (source: Uint8Array) => Promise<{ bytes: Uint8Array }>;

/**
 * Every file of a folder by the engine here and in a worker of Chromium, by turns: equality, CPU time, transfer and memory.
 * Kind by kind, small files first, each kind in a worker of its own; the first file of a kind is run once before, so that
 * starts do not count. Lines appear as they are measured.
 */
export async function benchDevice(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      preset: { type: 'string', default: DEFAULT_PRESET },
      target: { type: 'string' },
      every: { type: 'string', default: '1' },
    },
  });
  const [folder] = positionals;
  const preset = PRESETS.find((each) => each === values.preset);
  if (folder === undefined || !preset)
    throw new Error('Usage: npm run bench -- device FOLDER [--preset PRESET] [--target SHARE] [--every N]');
  const share = values.target === undefined ? null : Number(values.target);
  const optionsFor = ({ length }: Uint8Array): Partial<JobOptions> => ({
    preset,
    ...(share === null ? {} : { targetBytes: Math.max(1, Math.round(length * share)) }),
  });
  const codecs = createNativeCodecs();
  const browser = await BrowserEngine.start();
  const onServer: Compress = (source) => compress(source, { ...optionsFor(source), codecs });
  const onDevice: Compress = (source) => browser.compress(source, optionsFor(source));
  const rows: Row[] = [];
  try {
    for (const sources of byKind(await sourcesIn(folder, Number(values.every)))) {
      await browser.restart();
      await Promise.allSettled([onServer(sources[0]!.bytes), onDevice(sources[0]!.bytes)]);
      for (const source of sources) {
        const row = await measure(source, onServer, onDevice);
        rows.push(row);
        console.log(COLUMNS.map(({ value }) => value(row)).join('\t'));
      }
    }
    console.log();
    printTable(
      rows.filter((row) => !isSame(row)),
      COLUMNS,
    );
    console.log();
    printTable(totals(rows), TOTAL_COLUMNS);
    console.log('\nTransferred, KB as brotli:');
    for (const [name, bytes] of await browser.lab.brotliBytes())
      console.log(`  ${name}  ${kilobytes(bytes)}`);
  } finally {
    await browser.stop();
  }
  if (rows.some((row) => !isSame(row))) process.exitCode = 1;
}

/** @param every of the files of a kind, one in so many */
async function sourcesIn(folder: string, every: number): Promise<Source[]> {
  const sources = await Promise.all(
    (await filesIn(folder)).map(async (path) => {
      const bytes = new Uint8Array(await readFile(path));
      return { name: relative(folder, path), kind: kindOf(bytes), bytes };
    }),
  );
  const sorted = sources.sort((one, other) => one.bytes.length - other.bytes.length);
  return byKind(sorted).flatMap((group) => group.filter((_, at) => at % every === 0));
}

function byKind(sources: readonly Source[]): Source[][] {
  const kinds = [...new Set(sources.map(({ kind }) => kind))];
  return kinds.map((each) => sources.filter(({ kind }) => kind === each));
}

async function measure({ name, kind, bytes }: Source, onServer: Compress, onDevice: Compress): Promise<Row> {
  const server = await outcomeOf(onServer(bytes), ownCpuSeconds);
  const device = await outcomeOf(onDevice(bytes), () => browserUsage().cpuSeconds);
  return { name, kind, server, device, residentMb: browserUsage().largestResidentBytes / 1024 ** 2 };
}

async function outcomeOf(work: Promise<{ bytes: Uint8Array }>, cpu: () => number): Promise<Outcome> {
  const before = cpu();
  const { what, bytes } = await work.then(
    (result) => ({
      what: createHash('sha256').update(result.bytes).digest('hex'),
      bytes: result.bytes.length,
    }),
    (error: unknown) => ({ what: isEngineError(error) ? error.code : String(error), bytes: 0 }),
  );
  return { what, bytes, cpuSeconds: cpu() - before };
}

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function kindOf(source: Uint8Array): string {
  try {
    return detectKind(source);
  } catch {
    return 'none';
  }
}

const isSame = ({ server, device }: Row): boolean => server.what === device.what;
const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(0);
const factorOf = ({ server, device }: Row): number => device.cpuSeconds / Math.max(0.01, server.cpuSeconds);

const COLUMNS: readonly Column<Row>[] = [
  { title: 'file', value: (row) => row.name, isText: true },
  { title: 'server', value: ({ server }) => (server.bytes ? String(server.bytes) : server.what) },
  {
    title: 'device',
    value: ({ device }) => (device.bytes ? String(device.bytes) : device.what.slice(0, 60)),
  },
  { title: 'same', value: (row) => (isSame(row) ? 'yes' : 'NO'), isText: true },
  { title: 'CPU s', value: ({ server }) => server.cpuSeconds.toFixed(2) },
  { title: 'device', value: ({ device }) => device.cpuSeconds.toFixed(2) },
  { title: 'MB', value: ({ residentMb }) => residentMb.toFixed(0) },
];

interface Total {
  readonly kind: string;
  readonly rows: readonly Row[];
}

function totals(rows: readonly Row[]): Total[] {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  return [
    ...kinds.map((kind) => ({ kind, rows: rows.filter((row) => row.kind === kind) })),
    { kind: 'all', rows },
  ];
}

const TOTAL_COLUMNS: readonly Column<Total>[] = [
  { title: 'kind', value: ({ kind }) => kind, isText: true },
  { title: 'files', value: ({ rows }) => String(rows.length) },
  { title: 'same', value: ({ rows }) => String(rows.filter(isSame).length) },
  { title: 'CPU factor, median', value: ({ rows }) => median(rows.map(factorOf)).toFixed(2) },
  { title: 'worst', value: ({ rows }) => Math.max(...rows.map(factorOf)).toFixed(2) },
];
