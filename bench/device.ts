import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { compress, detectKind, isEngineError } from '#engine/index.ts';
import { BrowserEngine } from '#tests/fixtures/browser-engine/browser-engine.ts';
import { browserUsage } from '#tests/fixtures/browser-engine/browser-usage.ts';
import { filesIn } from './files-in.ts';
import { median, printTable, type Column } from './table.ts';

interface Outcome {
  /** Length and hash of the result, or the code of an error. */
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

/** Every file of a folder by the engine here and in a worker of Chromium: equality, CPU time, transfer and memory. */
export async function benchDevice([folder]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('Usage: npm run bench -- device FOLDER');
  const codecs = createNativeCodecs();
  const browser = await BrowserEngine.start();
  const rows: Row[] = [];
  try {
    for (const path of await filesIn(folder)) {
      const source = new Uint8Array(await readFile(path));
      const server = await outcomeOf(compress(source, { codecs }), ownCpuSeconds);
      const device = await outcomeOf(browser.compress(source), () => browserUsage().cpuSeconds);
      const residentMb = browserUsage().largestResidentBytes / 1024 ** 2;
      rows.push({ name: relative(folder, path), kind: kindOf(source), server, device, residentMb });
    }
    printTable(rows, COLUMNS);
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
  return detectKind(source) ?? 'none';
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
