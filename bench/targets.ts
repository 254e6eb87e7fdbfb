import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import {
  compress,
  FILE_KINDS,
  isEngineError,
  type CompressResult,
  type CompressionReport,
  type FileKind,
} from '#engine/index.ts';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { withCpuSeconds } from './cpu-seconds.ts';
import { filesIn } from './files-in.ts';
import { Random } from './random.ts';
import { writeSamples } from './samples.ts';
import { printTable, type Column } from './table.ts';
import { judgeTarget, NEAR_SHARE, type TargetVerdict } from './target-verdict.ts';

/** One file asked for one size. */
interface Row {
  readonly name: string;
  readonly kind: FileKind;
  readonly targetBytes: number;
  readonly outputBytes: number;
  readonly verdict: TargetVerdict;
  readonly score: number | null;
  readonly cpuSeconds: number;
  /** Of the same file in the preset `balanced`. */
  readonly balancedCpuSeconds: number;
}

/**
 * Every file of a folder at random target sizes, from 0.8 times the smallest result to 1.1 times the one without a target:
 * whether each is kept as promised. The exit status is 1 where one is not.
 */
export async function benchTargets(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { targets: { type: 'string', default: '2' }, seed: { type: 'string', default: '1' } },
  });
  const scratch = await mkdtemp(join(tmpdir(), 'bench-targets-'));
  try {
    const folder = positionals[0] ?? scratch;
    if (positionals[0] === undefined) await writeSamples(folder);
    const rows: Row[] = [];
    for (const path of await filesIn(folder)) {
      const name = relative(folder, path);
      const random = randomOf(`${values.seed} ${basename(name)}`);
      const sizes = Array.from({ length: Number(values.targets) }, () => random.next());
      const found = await measure(name, await readFile(path), sizes);
      if (found.length > 0) printTable(found, COLUMNS);
      rows.push(...found);
    }
    console.log();
    printTable(totals(rows), TOTAL_COLUMNS);
    if (rows.some(({ verdict }) => verdict.startsWith('BROKEN'))) process.exitCode = 1;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The same numbers for a file wherever it lies. */
function randomOf(name: string): Random {
  return new Random(createHash('sha256').update(name).digest().readUInt32LE());
}

const codecs = createNativeCodecs();

interface Measured extends CompressResult {
  readonly cpuSeconds: number;
}

async function timed(
  source: Uint8Array,
  options: Partial<Pick<CompressionReport, 'preset'>> & { targetBytes?: number },
): Promise<Measured> {
  const { made, cpuSeconds } = await withCpuSeconds(() => compress(source, { codecs, ...options }));
  return { ...made, cpuSeconds };
}

/** @param sizes where between the bounds each target lies, 0 to 1 */
async function measure(name: string, source: Uint8Array, sizes: readonly number[]): Promise<Row[]> {
  try {
    const [small, balanced, lossless, least] = [
      await timed(source, { preset: 'small' }),
      await timed(source, {}),
      await timed(source, { preset: 'lossless' }),
      await timed(source, { targetBytes: 1 }),
    ];
    const bounds = {
      usualBytes: balanced.bytes.length,
      smallBytes: Math.min(...[small, balanced].map(({ bytes }) => bytes.length)),
    };
    const known = [small, balanced, lossless, least].map(knownOf);
    const lowest = 0.8 * Math.min(least.bytes.length, bounds.smallBytes);
    const highest = 1.1 * bounds.usualBytes;
    const rows: Row[] = [];
    for (const size of sizes) {
      const targetBytes = Math.round(lowest * (highest / lowest) ** size);
      const result = await timed(source, { targetBytes });
      const { report, cpuSeconds } = result;
      known.push(knownOf(result));
      rows.push({
        name,
        kind: report.kind,
        targetBytes,
        outputBytes: report.outputBytes,
        verdict: judgeTarget(report, targetBytes, { ...bounds, known }),
        score: report.score,
        cpuSeconds,
        balancedCpuSeconds: balanced.cpuSeconds,
      });
    }
    return rows;
  } catch (error) {
    if (!isEngineError(error)) throw error;
    console.log(`${name}: ${error.message}`);
    return [];
  }
}

const knownOf = ({ bytes, report: { score } }: CompressResult) => ({ bytes: bytes.length, score });

const bytes = (value: number) => value.toLocaleString('en');

const COLUMNS: readonly Column<Row>[] = [
  { title: 'file', value: (row) => row.name.slice(-36).padEnd(36), isText: true },
  { title: '    target', value: (row) => bytes(row.targetBytes) },
  { title: '    output', value: (row) => bytes(row.outputBytes) },
  { title: 'share', value: (row) => (row.outputBytes / row.targetBytes).toFixed(2) },
  { title: 'score', value: (row) => row.score?.toFixed(1) ?? '-' },
  { title: ' CPU s', value: (row) => row.cpuSeconds.toFixed(1) },
  { title: '  x', value: (row) => (row.cpuSeconds / row.balancedCpuSeconds).toFixed(1) },
  { title: 'verdict', value: (row) => row.verdict, isText: true },
];

interface Total {
  readonly kind: string;
  readonly rows: readonly Row[];
}

function totals(rows: readonly Row[]): Total[] {
  const kinds = FILE_KINDS.map((kind) => ({ kind, rows: rows.filter((row) => row.kind === kind) }));
  return [...kinds.filter((total) => total.rows.length > 0), { kind: 'all', rows }];
}

const count = ({ rows }: Total, wanted: string) =>
  String(rows.filter(({ verdict }) => verdict.startsWith(wanted)).length);
const cpu = ({ rows }: Total, of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);

const TOTAL_COLUMNS: readonly Column<Total>[] = [
  { title: 'kind', value: (total) => total.kind, isText: true },
  { title: 'targets', value: ({ rows }) => String(rows.length) },
  { title: `met, ${100 * NEAR_SHARE} to 100 %`, value: (total) => count(total, 'near') },
  { title: 'below, as good', value: (total) => count(total, 'as good') },
  { title: 'not needed', value: (total) => count(total, 'not needed') },
  { title: 'impossible and said', value: (total) => count(total, 'impossible') },
  { title: 'BROKEN', value: (total) => count(total, 'BROKEN') },
  { title: 'CPU s', value: (total) => cpu(total, (row) => row.cpuSeconds).toFixed(1) },
  {
    title: 'of balanced',
    value: (total) =>
      (cpu(total, (row) => row.cpuSeconds) / cpu(total, (row) => row.balancedCpuSeconds)).toFixed(2),
  },
];
