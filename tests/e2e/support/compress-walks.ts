import type { Page } from '@playwright/test';
import { carryOver } from './drag.ts';
import type { SampleFiles } from './files.ts';
import { allFinished, aPersonComes, expect, expectToast, listens, select } from './test.ts';

/** A walk through the compress page, which stops at each of its states to have it looked at. */
export interface Walk {
  readonly name: string;
  /** A visitor who is signed in from the start. */
  readonly signedIn?: boolean;
  readonly scripts?: boolean;
  go(page: Page, files: SampleFiles, show: (state: string) => Promise<void>): Promise<void>;
}

/** The row of a file on the compress page. */
export const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

/** Opens the page, and what is chosen for images before the first file. */
export async function openImageOptions(page: Page): Promise<void> {
  await page.goto('/compress');
  await listens(page);
  await page.getByRole('button', { name: 'Images: change format or size' }).click();
}

const DRAGGED = [{ name: 'dragged.png', type: 'image/png', content: 'eA==' }];

/** Answers uploads with a job whose only event stands still. */
async function holdJobs(page: Page, progress: object): Promise<void> {
  await page.route('**/api/compress', (route) => route.fulfill({ status: 202, json: { id: 'held' } }));
  await page.route('**/api/jobs/held/events', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event: progress\ndata: ${JSON.stringify(progress)}\n\n`,
    }),
  );
  await page.route('**/api/jobs/held', (route) => route.fulfill({ json: progress }));
}

async function openComparison(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Compare ${name}`, exact: true }).click();
  await expect(page.getByRole('slider', { name: /Divider/ })).toBeFocused();
}

const choosing: Walk = {
  name: 'choosing',
  async go(page, files, show) {
    await page.goto('/compress');
    await listens(page);
    await show('empty');
    await page.getByRole('button', { name: /^Photo metadata/ }).click();
    await expect(page.getByRole('group', { name: 'Photo details to keep' })).toBeVisible();
    await show('keep');
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await carryOver(page, DRAGGED, ['dragenter']);
    await expect(page.getByText('Drop to compress')).toBeVisible();
    await show('drag-over');
    await carryOver(page, DRAGGED, ['dragleave']);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await select(page, files.text);
    await expect(page.getByRole('alert')).toContainText('Please select only');
    await show('wrong-kind');
    await select(page, Array<string>(11).fill(files.png));
    await expect(page.getByRole('button', { name: 'Compress all 11 files' })).toBeVisible();
    await show('too-many');
  },
};

const uploading: Walk = {
  name: 'uploading',
  async go(page, files, show) {
    await page.goto('/compress');
    await aPersonComes(page);
    const line = await page.context().newCDPSession(page);
    // Two minutes for the file: a look takes long where the machine has other work.
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 5 * 1024 };
    await line.send('Network.emulateNetworkConditions', slow);
    await select(page, [files.scan, files.png, files.pdf]);
    await expect(row(page, 'scan.png')).toContainText(/Uploading: [\d.]+ KB of/);
    await show('uploading');
    await page.route('**/api/compress', (route) => route.abort());
    await line.send('Network.emulateNetworkConditions', { ...slow, offline: true, uploadThroughput: -1 });
    await expect(row(page, 'scan.png')).toContainText('Connection lost.');
    await show('offline-under-way');
  },
};

const queued: Walk = {
  name: 'queued',
  async go(page, files, show) {
    await holdJobs(page, { status: 'queued', place: 3, progress: 0 });
    await select(page, files.png);
    await expect(row(page, 'chart.png')).toContainText('In the queue: 3 files before it');
    await show('queued');
  },
};

const compressing: Walk = {
  name: 'compressing',
  async go(page, files, show) {
    await holdJobs(page, { status: 'running', progress: 0.4, secondsLeft: 12 });
    await select(page, [files.png, files.jpeg, files.pdf]);
    await expect(row(page, 'chart.png')).toContainText('Compressing: about 15 s left');
    await show('compressing');
    await carryOver(page, DRAGGED, ['dragenter']);
    await expect(page.getByText('Drop to add files')).toBeVisible();
    await show('drag-over-list');
  },
};

const onePicture: Walk = {
  name: 'one-picture',
  async go(page, files, show) {
    await select(page, files.jpeg);
    await allFinished(page);
    await expectToast(page, /^Compression Complete/);
    await show('done-with-toast');
    await page.getByRole('button', { name: 'Details of lake.jpg' }).click();
    await expect(page.getByRole('heading', { name: 'What changed' })).toBeVisible();
    await show('report');
    await page.getByRole('button', { name: /^Other settings/ }).click();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect(page.getByRole('button', { name: /^Compress again .*lake.jpg/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Compress again', exact: true })).toBeVisible();
    await show('steering');
  },
};

const comparing: Walk = {
  name: 'comparing',
  async go(page, files, show) {
    await select(page, files.jpeg);
    await allFinished(page);
    await openComparison(page, 'lake.jpg');
    await show('compare-picture');
    await page.getByRole('button', { name: 'Side by side' }).click();
    await expect(page.getByRole('button', { name: 'Side by side' })).toHaveAttribute('aria-pressed', 'true');
    await show('compare-side-by-side');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compress Another File' }).click();
    await page.getByRole('button', { name: 'Show files' }).click();
    await show('history');
  },
};

const mixed: Walk = {
  name: 'mixed-ten',
  signedIn: true,
  async go(page, files, show) {
    await select(page, [
      ...[files.jpeg, files.png, files.webp, files.pdf, files.pptx],
      ...[files.signedPdf, files.damaged, files.jpegNamedPng, files.htmlNamedPdf, files.png],
    ]);
    await page.getByRole('button', { name: /^Compress (it|all 2) too$/ }).click();
    await allFinished(page);
    await show('mixed-with-toasts');
    await page.getByRole('button', { name: 'Copy Link lake.jpg' }).click();
    await expect(row(page, 'lake.jpg')).toContainText('It works until');
    await page.getByRole('button', { name: 'Details of signed.pdf' }).click();
    await expect(page.getByRole('heading', { name: 'Not changed' })).toBeVisible();
    await show('untouched-report');
  },
};

const comparingDocuments: Walk = {
  name: 'comparing-documents',
  async go(page, files, show) {
    await select(page, [files.pdf, files.pptx]);
    await allFinished(page);
    await openComparison(page, 'report.pdf');
    await expect(page.getByText('Page 1 of 3')).toBeVisible();
    await show('compare-pdf');
    await page.keyboard.press('Escape');
    await openComparison(page, 'deck.pptx');
    await show('compare-deck');
  },
};

const failed: Walk = {
  name: 'failed',
  async go(page, files, show) {
    await page.route('**/api/compress', (route) => route.fulfill({ status: 500, body: '' }));
    await select(page, [files.damaged, files.png]);
    await allFinished(page);
    await show('failed');
  },
};

const offline: Walk = {
  name: 'offline',
  async go(page, files, show) {
    // The line goes before the toaster has come: what stands in for it is shown.
    await page.route('**/toaster-*.js', (route) => route.abort());
    await select(page, [files.png, files.webp]);
    await allFinished(page);
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
    await show('offline-with-results');
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await show('offline-empty');
  },
};

const scriptless: Walk = {
  name: 'scriptless',
  scripts: false,
  async go(page, _files, show) {
    await page.goto('/compress');
    await show('no-scripts');
  },
};

/** Every state that a visitor can meet on the compress page. */
export const compressWalks: readonly Walk[] = [
  choosing,
  uploading,
  queued,
  compressing,
  onePicture,
  comparing,
  mixed,
  comparingDocuments,
  failed,
  offline,
  scriptless,
];
