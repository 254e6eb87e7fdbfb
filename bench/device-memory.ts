import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { MADE_HERE, openDevicePage, type Memory } from './device-page.ts';
import { startEmbeddedSystem } from './embedded-system.ts';
import { median, printTable } from './table.ts';

const USAGE = 'Usage: npm run bench -- device-memory FILE... [--row N]';

/**
 * Memory of the page's process in Chromium, MB, while files are compressed on the device. Linux only; the site must have been
 * built. Each file is compressed in a new browser, three times, and the median is printed; with `--row N` one page gets so many
 * files one after the other, those of the list in turn.
 */
export async function benchDeviceMemory(args: readonly string[]): Promise<void> {
  const { values, positionals: paths } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { row: { type: 'string' } },
  });
  const row = values.row === undefined ? 0 : Number(values.row);
  if (paths.length === 0 || !(row >= 0)) throw new Error(USAGE);
  const product = await startEmbeddedSystem();
  try {
    const url = `${product.url}/compress`;
    if (row > 0) await measureRow(url, paths, row);
    else await measureEach(url, paths);
  } finally {
    await product.stop();
  }
}

const RUNS = 3;

async function measureEach(url: string, paths: readonly string[]): Promise<void> {
  const rows: (Memory & { readonly name: string; readonly runs: string })[] = [];
  for (const path of paths) {
    const runs: Memory[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(...(await inARow(url, [path])));
    const of = (which: keyof Memory): number => median(runs.map((each) => each[which]));
    rows.push({
      name: basename(path),
      before: of('before'),
      most: of('most'),
      after: of('after'),
      runs: runs.map(({ most }) => most.toFixed(0)).join(' '),
    });
  }
  printTable(rows, [
    { title: 'file', value: ({ name }) => name, isText: true },
    { title: 'before, MB', value: ({ before }) => before.toFixed(0) },
    { title: 'most', value: ({ most }) => most.toFixed(0) },
    { title: 'after', value: ({ after }) => after.toFixed(0) },
    { title: 'most of each run', value: ({ runs }) => runs, isText: true },
  ]);
}

/** The growth is that of what is taken at most, and after a file: the last third of the row beside the first one. */
async function measureRow(url: string, paths: readonly string[], count: number): Promise<void> {
  const row = Array.from({ length: count }, (_, at) => paths[at % paths.length]!);
  const measured = await inARow(url, row);
  printTable(
    measured.map((memory, at) => ({ ...memory, at })),
    [
      { title: 'file', value: ({ at }) => `${at + 1} ${basename(row[at]!)}`, isText: true },
      { title: 'before, MB', value: ({ before }) => before.toFixed(0) },
      { title: 'most', value: ({ most }) => most.toFixed(0) },
      { title: 'after', value: ({ after }) => after.toFixed(0) },
    ],
  );
  const third = Math.ceil(count / 3);
  for (const which of ['most', 'after'] as const) {
    const of = (part: readonly Memory[]): number => Math.max(...part.map((each) => each[which]));
    const [first, last] = [of(measured.slice(0, third)), of(measured.slice(-third))];
    console.log(
      `${which}: ${first.toFixed(0)} MB in the first third, ${last.toFixed(0)} in the last: ${(last / first).toFixed(2)} times`,
    );
  }
}

/** Compresses files one after the other on one page. */
async function inARow(url: string, paths: readonly string[]): Promise<Memory[]> {
  const { page, memoryOf, close } = await openDevicePage(url);
  const measured: Memory[] = [];
  try {
    for (const [at, path] of paths.entries()) {
      const work = async () => {
        await page.locator(at === 0 ? '#file-input' : '#add-files').setInputFiles(path);
        await page.getByText(MADE_HERE).nth(at).waitFor({ timeout: 300_000 });
      };
      measured.push(await memoryOf(work));
    }
  } finally {
    await close();
  }
  return measured;
}
