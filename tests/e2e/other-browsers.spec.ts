import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { openFirefox, openWebKit, type OtherPage } from './support/other-browsers.ts';
import { expect, test } from './support/test.ts';

/** Name and SHA-256 of each result that the page keeps, or why there is none. */
const READ_RESULTS = `
  // Opening it before the page did would make it.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'featherpress-files')) return {};
  const database = await new Promise((resolve, reject) => {
    const asked = indexedDB.open('featherpress-files');
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const records = await new Promise((resolve) => {
    const asked = database.transaction('items').objectStore('items').getAll();
    asked.onsuccess = () => resolve(asked.result);
  });
  database.close();
  const results = {};
  for (const { item } of records) {
    if (item.state.status === 'failed') results[item.file.name] = item.state.message;
    if (item.state.status !== 'done') continue;
    const digest = await crypto.subtle.digest('SHA-256', await item.state.result.blob.arrayBuffer());
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    results[item.file.name] = item.state.result.place + ' ' + hash;
  }
  return results;`;

for (const [name, open] of [
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)
  test(`${name} compresses all five kinds on the device, as the server does`, async ({
    files,
    request,
    baseURL,
  }) => {
    test.setTimeout(300_000);
    const paths = [files.jpeg, files.png, files.webp, files.pdf, files.pptx];
    const page = await open();
    try {
      await page.goto(`${baseURL}/compress`);
      await expect
        .poll(() => page.run('return document.querySelector("input[value=device]")?.disabled'))
        .toBe(false);
      await page.run('document.querySelector("input[value=device]").click()');
      await page.choose('#file-input', paths);
      const results = await allResults(page, paths.length);
      expect(results).toEqual(await serverResults(request, paths));
    } finally {
      await page.close();
    }
  });

async function allResults(page: OtherPage, count: number): Promise<Record<string, string>> {
  let results: Record<string, string> = {};
  await expect
    .poll(
      async () => {
        results = await page.run(READ_RESULTS);
        return Object.keys(results).length;
      },
      { timeout: 240_000, intervals: [1_000] },
    )
    .toBe(count);
  return results;
}

async function serverResults(
  request: APIRequestContext,
  paths: readonly string[],
): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const path of paths) {
    const file = { name: basename(path), mimeType: '', buffer: await readFile(path) };
    const answer = await request.post('/api/compress', { multipart: { file }, timeout: 120_000 });
    expect(answer.status(), path).toBe(200);
    results[file.name] = `device ${createHash('sha256')
      .update(await answer.body())
      .digest('hex')}`;
  }
  return results;
}
