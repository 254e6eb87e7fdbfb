import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { FILE_KINDS, KIND_INFO, type FileKind } from '#engine/api/kinds.ts';
import { SKIP_WAITING } from '~/pwa/update-message.ts';
import {
  chooseDeviceIn,
  IS_CLOSED,
  openFirefox,
  openWebKit,
  type OtherPage,
} from './support/other-browsers.ts';
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
  const allOf = (store) => new Promise((resolve) => {
    const asked = database.transaction(store).objectStore(store).getAll();
    asked.onsuccess = () => resolve(asked.result);
  });
  const [records, sources] = [await allOf('items'), await allOf('sources')];
  database.close();
  const results = {};
  for (const { item, index } of records) {
    const { file } = sources.find((source) => source.index === index);
    if (item.state.status === 'failed') results[file.name] = item.state.message;
    if (item.state.status !== 'done') continue;
    const digest = await crypto.subtle.digest('SHA-256', await item.state.result.blob.arrayBuffer());
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    results[file.name] = item.state.result.place + ' ' + hash;
  }
  return results;`;

const TEXT = 'return document.querySelector("main").textContent';

/**
 * Has the site's service worker installed once more and lets it take over. While it activates the browser holds back all
 * that pages and workers ask for, and a thread of libvips that waits for work answers no message.
 * @returns the state that it reached within half a minute
 */
const CHANGE_SERVICE_WORKER = `
  const { installing, waiting } = await navigator.serviceWorker.register('/sw.js?once-more');
  const next = installing ?? waiting;
  const until = (state, ms) => new Promise((resolve) => {
    const look = () => next.state === state && resolve();
    next.addEventListener('statechange', look);
    setTimeout(resolve, ms);
    look();
  });
  await until('installed', 90_000);
  next.postMessage('${SKIP_WAITING}');
  await until('activated', 30_000);
  return next.state;`;

test('Firefox compresses all five kinds on the device, byte for byte as the server does', async ({
  files,
  baseURL,
}) => {
  const paths = [files.jpeg, files.png, files.webp, files.pdf, files.pptx];
  const page = await openFirefox();
  try {
    await chooseDeviceIn(page, baseURL ?? '');
    await page.choose('#file-input', paths);
    await test.step('while a new service worker takes over', async () => {
      await expect.poll(() => page.run(TEXT)).toContain('% reduction');
      expect(await page.run(CHANGE_SERVICE_WORKER)).toBe('activated');
    });
    expect(await allResults(page, paths.length)).toEqual(await serverResults(baseURL ?? '', paths));
  } finally {
    await page.close();
  }
});

// WebKitGTK is isolated but shares no memory among threads unless it was built or started so.
test('WebKit is told why its device cannot do it, and is not offered it', async ({ baseURL }) => {
  const page = await openWebKit();
  try {
    await page.goto(`${baseURL}/compress`);
    await expect
      .poll(() => page.run<string>(TEXT))
      .toContain('Not available on this device: this browser does not offer the isolation');
    expect(await page.run(IS_CLOSED)).toBe(true);
    expect(await page.run('return typeof SharedArrayBuffer')).toBe('undefined');
  } finally {
    await page.close();
  }
});

async function allResults(page: OtherPage, count: number): Promise<Record<string, string>> {
  // Not read before: the page is writing there.
  await expect.poll(() => page.run<string>(TEXT)).toContain('Compress Another File');
  let results: Record<string, string> = {};
  await expect
    .poll(
      async () => {
        results = await page.run(READ_RESULTS);
        return Object.keys(results).length;
      },
      { intervals: [1_000] },
    )
    .toBe(count);
  return results;
}

/** What the server's own engine makes of the same files. */
async function serverResults(origin: string, paths: readonly string[]): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const path of paths) {
    const name = basename(path);
    const form = new FormData();
    const [type] = KIND_INFO[extensionKind(name)].mimeTypes;
    form.append('file', new Blob([await readFile(path)], { type }), name);
    const answer = await fetch(`${origin}/api/compress`, { method: 'POST', body: form });
    expect(answer.status, path).toBe(200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    results[name] = `device ${createHash('sha256').update(bytes).digest('hex')}`;
  }
  return results;
}

function extensionKind(name: string): FileKind {
  const kind = FILE_KINDS.find((each) => KIND_INFO[each].extensions.some((ending) => name.endsWith(ending)));
  if (!kind) throw new Error(`Expected a file of ours but received ${name}.`);
  return kind;
}
