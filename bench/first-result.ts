import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '../infra/setup/chromium.ts';
import { startEmbeddedSystem } from './embedded-system.ts';
import { median, printTable } from './table.ts';

const USAGE = 'Usage: npm run bench -- first-result FILE... [--runs N]';
/** The result, and the drawing of it. */
const DONE = 'Compress Another File';

/** Milliseconds of one run, from the choice of a file on. */
interface Run {
  /** Until two frames after the result stands on the page. */
  readonly seen: number;
  /** Until the request is sent. */
  readonly asked: number;
  /** Until the last byte of the result has come. */
  readonly answered: number;
  /** Requests in between, one after the other or at once. */
  readonly requests: number;
}

/**
 * Milliseconds from the choice of a file on a warm page to seeing its result, compressed by the server: medians, with what
 * the page does before and after the answer. Tells of a quiet machine alone; the site must have been built.
 */
export async function benchFirstResult(args: readonly string[]): Promise<void> {
  const at = args.indexOf('--runs');
  const runs = at < 0 ? 5 : Number(args[at + 1]);
  const paths = at < 0 ? args : args.toSpliced(at, 2);
  if (paths.length === 0 || !(runs > 0)) throw new Error(USAGE);
  const product = await startEmbeddedSystem();
  const browser = await chromium.launch(CHROMIUM_LAUNCH);
  try {
    const page = await browser.newPage();
    await page.goto(`${product.url}/compress`);
    const rows: (Run & { readonly name: string; readonly bytes: number })[] = [];
    for (const path of paths) {
      await measured(page, path);
      const all: Run[] = [];
      for (let run = 0; run < runs; run++) all.push(await measured(page, path));
      const of = (which: keyof Run): number => median(all.map((each) => each[which]));
      const { size: bytes } = await stat(path);
      rows.push({
        ...{ name: basename(path), bytes, seen: of('seen'), asked: of('asked') },
        ...{ answered: of('answered'), requests: of('requests') },
      });
    }
    printTable(rows, [
      { title: 'file', value: ({ name }) => name, isText: true },
      { title: 'KB', value: ({ bytes }) => (bytes / 1024).toFixed(0) },
      { title: 'seen, ms', value: ({ seen }) => seen.toFixed(0) },
      { title: 'to request', value: ({ asked }) => asked.toFixed(0) },
      { title: 'to answer', value: ({ answered, asked }) => (answered - asked).toFixed(0) },
      { title: 'to picture', value: ({ seen, answered }) => (seen - answered).toFixed(0) },
      { title: 'requests', value: ({ requests }) => String(requests) },
    ]);
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** The file is chosen, its result seen, and the list cleared for the next. */
async function measured(page: Page, path: string): Promise<Run> {
  await page.locator('#file-input').waitFor({ state: 'attached' });
  const seen = page.evaluate(seenAfterChoice, DONE);
  await page.locator('#file-input').setInputFiles(path);
  const run = await seen;
  await page.getByRole('button', { name: DONE }).click();
  return run;
}

/** Runs in the page. */
function seenAfterChoice(done: string): Promise<Run> {
  return new Promise((resolve) => {
    let chosenAt = 0;
    document.addEventListener(
      'change',
      () => {
        chosenAt = performance.now();
        performance.clearResourceTimings();
      },
      { capture: true, once: true },
    );
    const look = (): void => {
      const isDone = [...document.querySelectorAll('button')].some((each) => each.textContent === done);
      if (chosenAt === 0 || !isDone) return void requestAnimationFrame(look);
      // The frame after this one has been shown.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const calls = performance
            .getEntriesByType('resource')
            .filter(({ name }) => new URL(name).pathname.startsWith('/api/')) as PerformanceResourceTiming[];
          resolve({
            seen: performance.now() - chosenAt,
            asked: Math.min(...calls.map(({ startTime }) => startTime)) - chosenAt,
            answered: Math.max(...calls.map(({ responseEnd }) => responseEnd)) - chosenAt,
            requests: calls.length,
          });
        }),
      );
    };
    requestAnimationFrame(look);
  });
}
