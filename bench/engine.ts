import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_PRESET, FILE_KINDS, type CompressionReport } from '#engine/index.ts';
import { filesIn } from './files-in.ts';
import { runCli, type MeasuredRun } from './measured-run.ts';
import { writeSamples } from './samples.ts';
import { printTable, type Column } from './table.ts';

interface Row extends MeasuredRun {
  readonly name: string;
  readonly kind: string;
  readonly sourceBytes: number;
  /** The source's own when the file was refused. */
  readonly outputBytes: number;
  readonly score: number | null;
}

/** Every file of a folder through the command-line tool, one process each: bytes, ratio, score, CPU and memory. */
export async function benchEngine(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { preset: { type: 'string', default: DEFAULT_PRESET } },
  });
  const scratch = await mkdtemp(join(tmpdir(), 'bench-engine-'));
  try {
    const folder = positionals[0] ?? join(scratch, 'samples');
    if (positionals[0] === undefined) await writeSamples(folder);
    const rows: Row[] = [];
    for (const path of await filesIn(folder)) rows.push(await measure(path, folder, scratch, values.preset));
    printTable(rows, COLUMNS);
    console.log();
    printTable(totals(rows), TOTAL_COLUMNS);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function measure(path: string, folder: string, scratch: string, preset: string): Promise<Row> {
  const [output, reportPath] = [join(scratch, 'output'), join(scratch, 'report.json')];
  await Promise.all([output, reportPath].map((file) => rm(file, { force: true })));
  const run = await runCli([path, '-o', output, '--preset', preset, '--report', reportPath, '-q']);
  const sourceBytes = (await stat(path)).size;
  const name = relative(folder, path);
  if (run.exitCode !== 0)
    return { ...run, name, kind: 'refused', sourceBytes, outputBytes: sourceBytes, score: null };
  const report = JSON.parse(await readFile(reportPath, 'utf8')) as CompressionReport;
  return {
    ...run,
    name,
    kind: report.kind,
    sourceBytes,
    outputBytes: (await stat(output)).size,
    score: report.score,
  };
}

const bytes = (value: number) => value.toLocaleString('en');
const megabytes = (value: number | undefined) =>
  value === undefined ? '-' : `${Math.round(value / 1024 ** 2)}`;
const decimals = (value: number | undefined, digits: number) =>
  value === undefined ? '-' : value.toFixed(digits);

const COLUMNS: readonly Column<Row>[] = [
  { title: 'file', value: (row) => row.name, isText: true },
  { title: 'kind', value: (row) => row.kind, isText: true },
  { title: 'source', value: (row) => bytes(row.sourceBytes) },
  { title: 'output', value: (row) => bytes(row.outputBytes) },
  { title: 'ratio', value: (row) => decimals(row.outputBytes / Math.max(1, row.sourceBytes), 3) },
  { title: 'score', value: (row) => (row.score === null ? '-' : decimals(row.score, 1)) },
  { title: 'CPU s', value: (row) => decimals(row.cpuSeconds, 2) },
  { title: 'peak MB', value: (row) => megabytes(row.peakResidentBytes) },
  {
    title: 'note',
    value: (row) =>
      row.errorText
        .split('\n')[0]
        ?.replace(/^.*?: /, '')
        .slice(0, 70) ?? '',
    isText: true,
  },
];

interface Total {
  readonly kind: string;
  readonly rows: readonly Row[];
}

function totals(rows: readonly Row[]): Total[] {
  const kinds = [...FILE_KINDS, 'refused'].map((kind) => ({
    kind,
    rows: rows.filter((row) => row.kind === kind),
  }));
  return [...kinds.filter((total) => total.rows.length > 0), { kind: 'all', rows }];
}

const sum = (rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((total, row) => total + value(row), 0);

const TOTAL_COLUMNS: readonly Column<Total>[] = [
  { title: 'kind', value: (total) => total.kind, isText: true },
  { title: 'files', value: (total) => String(total.rows.length) },
  { title: 'source', value: (total) => bytes(sum(total.rows, (row) => row.sourceBytes)) },
  { title: 'output', value: (total) => bytes(sum(total.rows, (row) => row.outputBytes)) },
  { title: 'ratio', value: (total) => decimals(ratioOf(total.rows), 3) },
  { title: 'geo mean', value: (total) => decimals(geometricMean(total.rows), 3) },
  { title: 'lowest score', value: (total) => lowestScore(total.rows) },
  {
    title: 'CPU s',
    value: (total) =>
      decimals(
        sum(total.rows, (row) => row.cpuSeconds ?? 0),
        1,
      ),
  },
  {
    title: 'peak MB',
    value: (total) => megabytes(Math.max(...total.rows.map((row) => row.peakResidentBytes ?? 0))),
  },
];

function ratioOf(rows: readonly Row[]): number {
  return (
    sum(rows, (row) => row.outputBytes) /
    Math.max(
      1,
      sum(rows, (row) => row.sourceBytes),
    )
  );
}

function geometricMean(rows: readonly Row[]): number {
  const ratios = rows.filter((row) => row.sourceBytes > 0).map((row) => row.outputBytes / row.sourceBytes);
  return Math.exp(ratios.reduce((total, ratio) => total + Math.log(ratio), 0) / Math.max(1, ratios.length));
}

function lowestScore(rows: readonly Row[]): string {
  const scores = rows.flatMap((row) => (row.score === null ? [] : [row.score]));
  return scores.length === 0 ? '-' : Math.min(...scores).toFixed(1);
}
