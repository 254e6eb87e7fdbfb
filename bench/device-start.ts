import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { MADE_HERE, openDevicePage } from './device-page.ts';
import { startEmbeddedSystem } from './embedded-system.ts';
import { median, printTable } from './table.ts';

const USAGE = 'Usage: npm run bench -- device-start FILE...';
const RUNS = 3;

/**
 * Seconds from the choice of a file to its result on the device in Chromium, the engine's start among them: in a new browser, where
 * all of it is loaded and compiled, and on the next visit of the same browser. Medians of three browsers; the site must have been built.
 */
export async function benchDeviceStart(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) throw new Error(USAGE);
  const product = await startEmbeddedSystem();
  try {
    const rows: { readonly name: string; readonly cold: number; readonly warm: number }[] = [];
    for (const path of paths) {
      const visits: Visits[] = [];
      for (let run = 0; run < RUNS; run++) visits.push(await measureVisits(`${product.url}/compress`, path));
      const of = (which: keyof Visits): number => median(visits.map((each) => each[which]));
      rows.push({ name: basename(path), cold: of('cold'), warm: of('warm') });
    }
    printTable(rows, [
      { title: 'file', value: ({ name }) => name, isText: true },
      { title: 'first visit, s', value: ({ cold }) => cold.toFixed(1) },
      { title: 'second', value: ({ warm }) => warm.toFixed(1) },
    ]);
  } finally {
    await product.stop();
  }
}

interface Visits {
  readonly cold: number;
  readonly warm: number;
}

async function measureVisits(url: string, path: string): Promise<Visits> {
  const { page, close } = await openDevicePage(url);
  try {
    const cold = await secondsOf(page, path);
    // Another tab goes on with what is left of the first.
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.locator('#file-input').waitFor({ state: 'attached' });
    const next = await page.context().newPage();
    await page.close();
    await next.goto(url);
    await next
      .locator('input[value=device]:enabled:checked')
      .waitFor({ state: 'attached', timeout: 120_000 });
    return { cold, warm: await secondsOf(next, path) };
  } finally {
    await close();
  }
}

async function secondsOf(page: Page, path: string): Promise<number> {
  const begun = performance.now();
  await page.locator('#file-input').setInputFiles(path);
  await page.getByText(MADE_HERE).waitFor({ timeout: 300_000 });
  return (performance.now() - begun) / 1_000;
}
