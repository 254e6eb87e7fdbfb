import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { startEmbeddedSystem } from './embedded-system.ts';
import { median, printTable } from './table.ts';

/** After a result: a worker that was given up has ended by then. */
const AFTER_MS = 2_000;
const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

interface Measured {
  readonly before: number;
  readonly most: number;
  readonly after: number;
}

/**
 * Memory of the page's process in Chromium, MB, while files are compressed on the device: each of them in a new browser, three
 * times. Linux only. The median is printed; the site must have been built.
 */
export async function benchDeviceMemory(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) throw new Error('Usage: npm run bench -- device-memory FILE...');
  const product = await startEmbeddedSystem();
  const rows: (Measured & { readonly name: string; readonly runs: string })[] = [];
  try {
    for (const path of paths) {
      const runs: Measured[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await measure(`${product.url}/compress`, path));
      const of = (which: keyof Measured): number => median(runs.map((each) => each[which]));
      rows.push({
        name: basename(path),
        before: of('before'),
        most: of('most'),
        after: of('after'),
        runs: runs.map(({ most }) => most.toFixed(0)).join(' '),
      });
    }
  } finally {
    await product.stop();
  }
  printTable(rows, [
    { title: 'file', value: ({ name }) => name, isText: true },
    { title: 'before, MB', value: ({ before }) => before.toFixed(0) },
    { title: 'most', value: ({ most }) => most.toFixed(0) },
    { title: 'after', value: ({ after }) => after.toFixed(0) },
    { title: 'most of each run', value: ({ runs }) => runs, isText: true },
  ]);
}

const RUNS = 3;

async function measure(url: string, path: string): Promise<Measured> {
  const browser = await chromium.launch({
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--no-first-run'],
    ...(EXECUTABLE ? { executablePath: EXECUTABLE } : {}),
  });
  try {
    return await measureIn(browser, url, path);
  } finally {
    await browser.close();
  }
}

async function measureIn(browser: Browser, url: string, path: string): Promise<Measured> {
  const page = await browser.newPage();
  await page.goto(url);
  // Until the page is alive it is not known whether the device can.
  await page.locator('input[value=device]:enabled').waitFor({ state: 'attached', timeout: 120_000 });
  const device = page.getByRole('radio', { name: 'On this device' });
  await device.check({ force: true });
  await page.waitForTimeout(AFTER_MS);
  const process = pageProcess();
  const before = statusMb(process, 'VmRSS');
  // The peak counts from here on; proc(5).
  writeFileSync(`/proc/${process}/clear_refs`, '5');
  await page.locator('#file-input').setInputFiles(path);
  await page.getByText('Compressed on this device').waitFor({ timeout: 300_000 });
  await page.waitForTimeout(AFTER_MS);
  return { before, most: statusMb(process, 'VmHWM'), after: statusMb(process, 'VmRSS') };
}

/** The largest renderer that this program started: the page's, beside a spare one. */
function pageProcess(): number {
  const ids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const renderers = ids.filter((id) => isRenderer(id) && isOurs(id));
  const largest = renderers.sort((one, other) => statusMb(other, 'VmRSS') - statusMb(one, 'VmRSS'))[0];
  if (largest === undefined) throw new Error('Expected a process of the page.');
  return largest;
}

function isRenderer(id: number): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer');
  } catch {
    return false;
  }
}

function isOurs(id: number): boolean {
  if (id === process.pid) return true;
  const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return parent > 1 && isOurs(parent);
}

function statusMb(id: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${id}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1]) / 1024;
}
