import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, readFile, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openBreakingLine } from '../fixtures/breaking-line.ts';
import { expect, select, test as base } from './support/test.ts';

const MB = 1024 * 1024;

/** The page says what the line did; that is what is tested. */
const test = base.extend({ mayComplain: true });

/** A photo with so many bytes after its end, which every decoder passes over. */
async function largePhoto(jpeg: string, folder: string, bytes: number): Promise<string> {
  const photo = await readFile(jpeg);
  const path = join(folder, 'large.jpg');
  await writeFile(path, Buffer.concat([photo, randomBytes(bytes - photo.length)]));
  return path;
}

test('a large file arrives over a line that breaks, with little of it sent twice', async ({
  page,
  files,
  baseURL,
}, info) => {
  const line = await openBreakingLine(baseURL!, [2 * MB, 1 * MB, 5 * MB], 10 * MB);
  const large = await largePhoto(files.jpeg, info.outputPath(), 16 * MB);
  await page.goto(`${line.url}/compress`);
  await select(page, large);
  await expect(page.getByRole('button', { name: 'Login to Download large.jpg' })).toBeVisible();
  expect(line.breaks()).toBe(3);
  expect(line.sentBytes()).toBeLessThan(16 * MB + 8 * MB);
  line.close();
});

test('a large file goes on after a reload from where it stood', async ({ page, files, baseURL }, info) => {
  const line = await openBreakingLine(baseURL!, []);
  const large = await largePhoto(files.jpeg, info.outputPath(), 24 * MB);
  await page.goto(`${line.url}/compress`);
  const devtools = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4 * MB };
  await devtools.send('Network.emulateNetworkConditions', slow);
  await select(page, large);
  await expect.poll(() => line.sentBytes()).toBeGreaterThan(18 * MB);
  await devtools.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Login to Download large.jpg' })).toBeVisible();
  expect(line.sentBytes()).toBeLessThan(24 * MB + 8 * MB);
  line.close();
});

test('a large file is not sent again when the page goes in the moment in which it had arrived', async ({
  page,
  files,
  baseURL,
}, info) => {
  const line = await openBreakingLine(baseURL!, []);
  const large = await largePhoto(files.jpeg, info.outputPath(), 9 * MB);
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      this.addEventListener('load', () => {
        if (this.getResponseHeader('X-Job-Id') === null || sessionStorage.getItem('was reloaded')) return;
        sessionStorage.setItem('was reloaded', 'yes');
        // What the page would write down now does not get there.
        IDBObjectStore.prototype.put = () => {
          throw new Error('The page is going.');
        };
        location.reload();
      });
      send.call(this, body);
    };
  });
  await page.goto(`${line.url}/compress`);
  await select(page, large);
  await expect(page.getByRole('button', { name: 'Login to Download large.jpg' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('was reloaded'))).toBe('yes');
  expect(line.sentBytes()).toBeLessThan(10 * MB);
  line.close();
});

test('a large file goes on after signing in from where it stood', async ({ page, files, baseURL }, info) => {
  const line = await openBreakingLine(baseURL!, []);
  const large = await largePhoto(files.jpeg, info.outputPath(), 24 * MB);
  await page.goto(`${line.url}/compress`);
  const devtools = await page.context().newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    });
  await throttle(4 * MB);
  await select(page, [files.png, large]);
  const download = page.getByRole('button', { name: 'Login to Download chart.png' });
  await expect(download).toBeVisible();
  await expect.poll(() => line.sentBytes()).toBeGreaterThan(12 * MB);
  await throttle(1 * MB);
  await download.click();
  await page.getByRole('button', { name: 'Continue with a demo account' }).click();
  await throttle(-1);
  await expect(page.getByRole('button', { name: 'Download large.jpg' })).toBeVisible();
  expect(line.sentBytes()).toBeLessThan(24 * MB + 9 * MB);
  line.close();
});

/** Tells when a page has sent all of an upload, and has heard of it: from then on it waits for the answer. */
async function noteUpload(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      // After the page's own listener, which is there by now.
      this.upload.addEventListener('load', () => Object.assign(window, { hasSent: true }));
      send.call(this, body);
    };
  });
  return () => page.evaluate(() => 'hasSent' in window);
}

test('a server that takes a file and never answers is asked again', async ({ page, files }) => {
  let taken = 0;
  const silent = createServer((request) => void request.resume().once('end', () => taken++));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  await page.clock.install();
  const hasSent = await noteUpload(page);
  await page.route('**/api/compress', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }), {
    times: 1,
  });
  await select(page, files.png);
  await expect.poll(hasSent).toBe(true);
  await expect.poll(() => taken).toBe(1);
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('button', { name: 'Login to Download chart.png' })).toBeVisible();
  silent.closeAllConnections();
  silent.close();
});

test('a file that has gone since its choice is not blamed on the line', async ({ page, files }, info) => {
  const path = info.outputPath('gone.png');
  await copyFile(files.png, path);
  await page.route('**/api/compress', async (route) => {
    await unlink(path);
    await route.abort('connectionreset');
  });
  await select(page, path);
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(
    'The file could not be read. It may have been moved or changed; please choose it again.',
  );
  await expect(page.getByRole('button', { name: /^Try again/ })).toHaveCount(0);
});
