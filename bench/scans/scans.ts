import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { compress, type CompressionReport } from '#engine/index.ts';
import { filesIn } from '../files-in.ts';
import { runCli } from '../measured-run.ts';
import { Random } from '../random.ts';
import { outputOf } from '../run-program.ts';
import { printTable, type Column } from '../table.ts';
import { PAPERS } from './papers.ts';
import { compareReadings, inBoth, inEither, readPage, type Comparison, type Sight } from './readings.ts';
import { LOOKS, scanned } from './scanner.ts';
import { countWords } from './texts.ts';

/** Looks that each kind of page is scanned with. */
const LOOKS_EACH = 3;
const PRESET = 'balanced';
/** Pages of others' files that are read. */
const PAGES = '3';

/** A PDF of scanned pages. */
interface Scan {
  readonly kind: string;
  readonly name: string;
  readonly path: string;
  readonly sight: Sight;
  readonly pages: number;
  readonly tone: Tone;
  /** What stands on it; where nobody wrote that down, what is read in it. */
  readonly text: string | undefined;
}

/** Scans of one bit a pixel are small before they are layered. */
type Tone = 'colour' | 'grey' | 'bilevel';

interface Row extends Comparison {
  readonly kind: string;
  readonly name: string;
  readonly tone: Tone;
  readonly outcome: string;
  readonly sourceBytes: number;
  readonly keptBytes: number;
  readonly layeredBytes: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

/**
 * Scanned pages with `scans=keep` and with `scans=layers`: bytes, and the words and numbers that Tesseract reads in the source and in
 * the layers, both drawn by Poppler. Pages are drawn by chance, or are those of the PDFs in a folder: each in a folder named after its
 * kind, its language before its extension (`bill.deu.pdf`), and beside it what stands on it, where that is known (`bill.deu.txt`).
 * @param args `[FOLDER] [--only TEXT] [--seed N] [--pages N] [--language L] [--out FOLDER]`: files, drawn pages and readings are left in
 * the folder, and read again by the next run
 */
export async function benchScans(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string', default: '' },
      seed: { type: 'string', default: '1' },
      pages: { type: 'string', default: PAGES },
      language: { type: 'string', default: 'eng' },
      out: { type: 'string' },
    },
  });
  const folder = values.out ?? (await mkdtemp(join(tmpdir(), 'bench-scans-')));
  await mkdir(folder, { recursive: true });
  try {
    const scans = positionals[0]
      ? othersScans(positionals[0], Number(values.pages), values.language)
      : drawnScans(folder, values.seed, values.only);
    console.log(`seed ${values.seed}`);
    const rows: Row[] = [];
    for await (const scan of scans) {
      if (!scan.name.includes(values.only)) continue;
      const row = await compared(scan, folder);
      console.log(told(row));
      rows.push(row);
    }
    const kinds = [...new Set(rows.map(({ kind }) => kind))];
    console.log();
    printTable(
      [...kinds, 'all'].map((kind) => ({
        kind,
        rows: rows.filter((row) => kind === 'all' || row.kind === kind),
      })),
      COLUMNS,
    );
  } finally {
    if (values.out === undefined) await rm(folder, { recursive: true });
  }
}

async function* drawnScans(folder: string, seed: string, only: string): AsyncGenerator<Scan> {
  const looks = Object.entries(LOOKS);
  for (const [at, [kind, draw]] of Object.entries(PAPERS).entries())
    for (let turn = 0; turn < LOOKS_EACH; turn++) {
      const [lookName, look] = looks[(at + turn * 2) % looks.length]!;
      const name = `${kind}, ${lookName}`;
      if (!name.includes(only)) continue;
      const random = new Random(createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE());
      const { drawn, text, language, layout } = draw(random);
      const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.pdf`);
      await writeFile(path, await scanned(drawn, look, random));
      yield {
        kind,
        name,
        path,
        sight: { dpi: look.dpi, language, layout },
        pages: 1,
        tone: look.isGrey ? 'grey' : 'colour',
        text,
      };
    }
}

async function* othersScans(folder: string, most: number, language: string): AsyncGenerator<Scan> {
  for (const path of await filesIn(folder)) {
    const pictures = (await outputOf('pdfimages', ['-list', path])).toString().split('\n').slice(2);
    const columns = pictures.map((line) => line.trim().split(/\s+/));
    const dpi = Math.max(0, ...columns.map((column) => Number(column[12] ?? 0)));
    const pages = Number(/Pages:\s+(\d+)/.exec((await outputOf('pdfinfo', [path])).toString())?.[1]);
    const text = path.replace(/\.pdf$/, '.txt');
    yield {
      kind: basename(dirname(path)),
      name: basename(path),
      path,
      sight: {
        dpi: Math.min(dpi, MOST_DPI) || MOST_DPI,
        language: /\.(\w{3,})\.pdf$/.exec(path)?.[1] ?? language,
        layout: 3,
      },
      pages: Math.min(pages, most),
      tone: toneOf(columns),
      text: existsSync(text) ? await readFile(text, 'utf8') : undefined,
    };
  }
}

/** @param pictures columns of `pdfimages -list`: the sixth is a colour space, the eighth are bits */
function toneOf(pictures: readonly (readonly string[])[]): Tone {
  if (pictures.every(({ 7: bits }) => bits === undefined || bits === '1')) return 'bilevel';
  return pictures.every(({ 5: space }) => space === undefined || space === 'gray') ? 'grey' : 'colour';
}

/** One block of text, without a search for columns. */
const OTHER_LAYOUT = 6;

/** Resolution that Tesseract was trained for. */
const MOST_DPI = 300;

async function compared(scan: Scan, folder: string): Promise<Row> {
  const { kind, name, path, sight, pages, tone, text } = scan;
  const source = await readFile(path);
  const kept = await compress(source, { codecs: createNativeCodecs(), preset: PRESET });
  const layered = await inLayers(path, folder);
  const outcome = outcomeOf(layered.report);
  // A page that was left alone is read as it is with "keep".
  const readPages = outcome === 'layered' ? pages : 0;
  const found: Comparison[] = [];
  for (let page = 1; page <= readPages; page++) {
    const before = await readPage(path, page, sight, folder);
    const after = await readPage(layered.path, page, sight, folder);
    if (text !== undefined) {
      found.push(compareReadings(countWords(text), before, after));
      continue;
    }
    // Tesseract also reads signs that nothing happened to otherwise. What it reads in two layouts it can read.
    const other = { ...sight, layout: OTHER_LAYOUT };
    const sure = inBoth(before, await readPage(path, page, other, folder));
    const again = await readPage(layered.path, page, other, folder);
    found.push(compareReadings(sure, sure, inEither(after, again)));
  }
  return {
    kind,
    name,
    tone,
    outcome,
    sourceBytes: source.length,
    keptBytes: kept.bytes.length,
    layeredBytes: layered.bytes,
    cpuSeconds: layered.cpuSeconds,
    peakBytes: layered.peakBytes,
    words: sum(found, ({ words }) => words),
    read: sum(found, ({ read }) => read),
    lost: found.flatMap(({ lost }) => lost),
    won: found.flatMap(({ won }) => won),
  };
}

/** Through the command-line tool, in a process of its own. */
async function inLayers(source: string, folder: string) {
  const path = join(folder, basename(source).replace(/(\.pdf)?$/i, '.layers'));
  const reportPath = `${path}.json`;
  const options = ['--preset', PRESET, '--scans', 'layers', '--report', reportPath, '-q'];
  const {
    exitCode,
    errorText,
    cpuSeconds = 0,
    peakResidentBytes = 0,
  } = await runCli([source, '-o', path, ...options]);
  if (exitCode !== 0) throw new Error(`${source}: ${errorText}`);
  const report = JSON.parse(await readFile(reportPath, 'utf8')) as CompressionReport;
  return { path, report, bytes: (await stat(path)).size, cpuSeconds, peakBytes: peakResidentBytes };
}

/** Whether pages were layered, or why not. */
function outcomeOf({ changes, skips }: CompressionReport): string {
  if (changes.some(({ code }) => code === 'scans-layered')) return 'layered';
  return skips.some(({ code }) => code === 'scan-kept') ? 'in doubt' : 'no text on paper, or larger';
}

function told({ name, outcome, keptBytes, layeredBytes, words, read, lost, won, ...row }: Row): string {
  const ofSource = (layeredBytes / row.sourceBytes).toFixed(2);
  const bytes = `${keptBytes} > ${layeredBytes} bytes (${(layeredBytes / keptBytes).toFixed(2)}, of the source ${ofSource})`;
  const cost = `${row.cpuSeconds.toFixed(1)} s, ${megabytes(row.peakBytes)} MB`;
  return `${name}: ${outcome}, ${bytes}, ${cost}, ${read} of ${words} words, lost [${lost.join(' ')}], won [${won.join(' ')}]`;
}

const sum = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

const megabytes = (bytes: number): string => String(Math.round(bytes / 1024 ** 2));

interface Group {
  readonly kind: string;
  readonly rows: readonly Row[];
}

const layeredOf = ({ rows }: Group): Row[] => rows.filter(({ outcome }) => outcome === 'layered');
const numbersIn = (words: readonly string[]): number => words.filter((word) => /\d/.test(word)).length;
const percent = (share: number): string => (Number.isNaN(share) ? '-' : (100 * share).toFixed(2));

/** Points of word accuracy that a page loses. */
const loss = ({ words, lost, won }: Row): number => (lost.length - won.length) / Math.max(1, words);

function geometricMean(ratios: readonly number[]): string {
  return ratios.length === 0 ? '-' : Math.exp(sum(ratios, Math.log) / ratios.length).toFixed(3);
}

const ratioOf = (group: Group, tone: Tone): string =>
  geometricMean(
    layeredOf(group)
      .filter((row) => row.tone === tone)
      .map(({ layeredBytes, keptBytes }) => layeredBytes / keptBytes),
  );

const COLUMNS: readonly Column<Group>[] = [
  { title: 'kind', value: ({ kind }) => kind, isText: true },
  { title: 'pages', value: ({ rows }) => String(rows.length) },
  { title: 'layered', value: (group) => String(layeredOf(group).length) },
  {
    title: 'in doubt',
    value: ({ rows }) => String(rows.filter(({ outcome }) => outcome === 'in doubt').length),
  },
  { title: 'of keep, colour', value: (group) => ratioOf(group, 'colour') },
  { title: 'grey', value: (group) => ratioOf(group, 'grey') },
  { title: 'words', value: ({ rows }) => String(sum(rows, ({ words }) => words)) },
  {
    title: 'read %',
    value: ({ rows }) => percent(sum(rows, ({ read }) => read) / sum(rows, ({ words }) => words)),
  },
  {
    title: 'in layers %',
    value: ({ rows }) =>
      percent(
        sum(rows, ({ read, lost, won }) => read - lost.length + won.length) / sum(rows, ({ words }) => words),
      ),
  },
  {
    title: 'pages that lose a point',
    value: ({ rows }) => String(rows.filter((row) => loss(row) > 0.01).length),
  },
  { title: 'worst, points', value: ({ rows }) => percent(Math.max(...rows.map(loss))) },
  { title: 'numbers lost', value: ({ rows }) => String(sum(rows, ({ lost }) => numbersIn(lost))) },
  { title: 'won', value: ({ rows }) => String(sum(rows, ({ won }) => numbersIn(won))) },
  {
    title: 'CPU s',
    value: ({ rows }) => (sum(rows, ({ cpuSeconds }) => cpuSeconds) / rows.length).toFixed(1),
  },
  { title: 'peak MB', value: ({ rows }) => megabytes(Math.max(...rows.map(({ peakBytes }) => peakBytes))) },
];
