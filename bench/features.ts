import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { compress, isEngineError } from '#engine/index.ts';
import { inventoryOf, type Inventory } from './pdf-inventory.ts';
import { printTable, type Column } from './table.ts';

interface Row {
  readonly name: string;
  readonly before: Inventory;
  readonly after: Inventory;
}

/**
 * What every PDF of a folder carries before and after compression: one line a file where something differs or all that
 * it has, and the sums by feature. Ends with status 1 when any file lost something.
 */
export async function benchFeatures(args: readonly string[]): Promise<void> {
  const [folder] = args;
  if (folder === undefined) throw new Error('Expected a folder with PDF files');
  const rows: Row[] = [];
  for (const path of await pdfsIn(folder)) {
    const row = await compare(path, relative(folder, path));
    if (row) rows.push(row);
  }
  printTable(rows, [
    { title: 'file', value: ({ name }) => name, isText: true },
    { title: 'has (before > after where they differ)', value: contentsOf, isText: true },
  ]);
  console.log();
  printTable(sumsOf(rows), SUM_COLUMNS);
  if (rows.some((row) => lossesOf(row).length > 0)) process.exitCode = 1;
}

async function pdfsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith('.pdf'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @returns undefined for a file that is refused; it is named on standard error */
async function compare(path: string, name: string): Promise<Row | undefined> {
  const codecs = createNativeCodecs();
  const source = new Uint8Array(await readFile(path));
  try {
    const { bytes } = await compress(source, { codecs });
    const before = await inventoryOf(source, codecs);
    return { name, before, after: await inventoryOf(bytes, codecs) };
  } catch (error) {
    if (!isEngineError(error)) throw error;
    console.error(`${name}: ${error.message}`);
    return undefined;
  }
}

type Feature = keyof Inventory;

const featuresOf = (row: Row): Feature[] => Object.keys(row.before) as Feature[];
const lossesOf = (row: Row): Feature[] =>
  featuresOf(row).filter((feature) => row.after[feature] < row.before[feature]);

function contentsOf(row: Row): string {
  const { before, after } = row;
  return featuresOf(row)
    .filter((feature) => before[feature] > 0 || after[feature] > 0)
    .map((feature) =>
      before[feature] === after[feature]
        ? `${feature} ${before[feature]}`
        : `${feature} ${before[feature]} > ${after[feature]}`,
    )
    .join(', ');
}

interface Sum {
  readonly feature: string;
  readonly files: number;
  readonly before: number;
  readonly after: number;
  readonly lost: number;
}

function sumsOf(rows: readonly Row[]): Sum[] {
  const [first] = rows;
  if (!first) return [];
  return featuresOf(first).map((feature) => ({
    feature,
    files: rows.filter(({ before }) => before[feature] > 0).length,
    before: rows.reduce((sum, { before }) => sum + before[feature], 0),
    after: rows.reduce((sum, { after }) => sum + after[feature], 0),
    lost: rows.filter((row) => lossesOf(row).includes(feature)).length,
  }));
}

const SUM_COLUMNS: readonly Column<Sum>[] = [
  { title: 'feature', value: ({ feature }) => feature, isText: true },
  { title: 'files', value: ({ files }) => String(files) },
  { title: 'before', value: ({ before }) => String(before) },
  { title: 'after', value: ({ after }) => String(after) },
  { title: 'files that lost some', value: ({ lost }) => String(lost) },
];
