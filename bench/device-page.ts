import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '../infra/setup/chromium.ts';

/** What stands at a result that was made in the browser. */
export const MADE_HERE = 'Compressed on this device';

/** After a result, or the choice of the device: what was to end has ended by then. */
const SETTLES_MS = 2_000;

/** Memory of a page's process over some work, MB. */
export interface Memory {
  readonly before: number;
  readonly most: number;
  readonly after: number;
}

/** The compress page in Chromium, with the device chosen. Linux only. */
export interface DevicePage {
  readonly page: Page;
  /** Memory while the page does some work, and two seconds after. */
  memoryOf(work: () => Promise<void>): Promise<Memory>;
  close(): Promise<void>;
}

export async function openDevicePage(url: string): Promise<DevicePage> {
  const browser = await chromium.launch(CHROMIUM_LAUNCH);
  try {
    return await chooseDevice(browser, url);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function chooseDevice(browser: Browser, url: string): Promise<DevicePage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  // Until the page is alive it is not known whether the device can.
  await page.locator('input[value=device]:enabled').waitFor({ state: 'attached', timeout: 120_000 });
  const device = page.getByRole('radio', { name: 'On this device' });
  await device.check({ force: true });
  await page.waitForTimeout(SETTLES_MS);
  const process = pageProcess();
  return {
    page,
    async memoryOf(work) {
      const before = statusMb(process, 'VmRSS');
      // The peak counts from here on; proc(5).
      writeFileSync(`/proc/${process}/clear_refs`, '5');
      await work();
      await page.waitForTimeout(SETTLES_MS);
      return { before, most: statusMb(process, 'VmHWM'), after: statusMb(process, 'VmRSS') };
    },
    close: () => browser.close(),
  };
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
