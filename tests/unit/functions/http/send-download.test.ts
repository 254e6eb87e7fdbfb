import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { sendDownload } from '#functions/http/send-download.ts';
import { FileObjectStore } from '#platform/adapters/embedded/file-object-store.ts';
import { listen } from '#tests/fixtures/listen.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

/** A server that sends a body as a download, and what became of it. */
async function openDownload(chunks: () => AsyncGenerator<Uint8Array>, bytes: number) {
  const seen = { closed: 0, errors: [] as unknown[] };
  let end = () => {};
  const finished = new Promise<void>((resolve) => (end = resolve));
  async function* watched() {
    try {
      yield* chunks();
    } finally {
      seen.closed += 1;
    }
  }
  const app = express();
  app.get('/', async (request, response) => {
    response.once('finish', end);
    const stored = {
      key: 'results/a',
      bytes,
      lastModified: new Date(0),
      contentType: 'image/png',
      body: watched(),
    };
    try {
      await sendDownload(request, response, stored, 'Größe.png');
    } catch (error) {
      seen.errors.push(error);
      response.destroy();
    }
  });
  return { url: await listen(app), seen, finished };
}

describe('a download', () => {
  it('has type, length and name, and is not cached', async () => {
    const { url, seen } = await openDownload(async function* () {
      yield Buffer.from('small');
    }, 5);
    const answer = await fetch(url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '5',
      'content-disposition': `attachment; filename="Gro_e.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.png`,
      'cache-control': 'no-store',
    });
    expect(await answer.text()).toBe('small');
    await expect.poll(() => seen).toEqual({ closed: 1, errors: [] });
  });

  it('ends with its last byte, however late the store says that it was the last', async () => {
    const { url, finished } = await openDownload(async function* () {
      yield Buffer.from('small');
      await delay(60_000, undefined, { ref: false });
    }, 5);
    expect(await (await fetch(url)).text()).toBe('small');
    await finished;
  }, 10_000);

  it('sends no body to HEAD', async () => {
    const { url, seen } = await openDownload(async function* () {
      yield Buffer.from('small');
    }, 5);
    const answer = await fetch(url, { method: 'HEAD' });
    expect(answer.headers.get('content-length')).toBe('5');
    expect(await answer.text()).toBe('');
    expect(seen.errors).toEqual([]);
  });

  it('lets go of the body when the client disconnects, which is no error', async () => {
    const { url, seen } = await openDownload(async function* () {
      for (;;) {
        yield Buffer.alloc(65_536);
        await delay(1);
      }
    }, 2 ** 30);
    const client = new AbortController();
    const answer = await fetch(url, { signal: client.signal });
    await answer.body!.getReader().read();
    client.abort();
    await expect.poll(() => seen).toEqual({ closed: 1, errors: [] });
  });

  it('is cut off when the store fails in the middle', async () => {
    const { url, seen } = await openDownload(async function* () {
      yield Buffer.alloc(1_000);
      await delay(20);
      throw new Error('disk gone');
    }, 2_000);
    await expect(fetch(url).then((answer) => answer.arrayBuffer())).rejects.toThrow();
    expect(seen.closed).toBe(1);
  });

  it.each([
    ['HEAD', { method: 'HEAD' }, 200],
    ['a file that is known already', { headers: { 'If-None-Match': '"same"' } }, 304],
    ['a part', { headers: { Range: 'bytes=40-49' } }, 206],
    ['a part that is not there', { headers: { Range: 'bytes=900-' } }, 416],
  ])('holds no file open after %s', async (_what, request, status) => {
    const folder = temporaryFolder();
    const store = new FileObjectStore(folder);
    await store.put('results/a', Buffer.alloc(100), { contentType: 'image/png' });
    const app = express();
    app.get('/', async (asked, response) => {
      const from = async (start: number) => (await store.find('results/a', { from: start }))!;
      const parts = { tag: 'same', from };
      await sendDownload(asked, response, await from(0), 'a.png', parts).catch(() =>
        response.status(416).end(),
      );
    });
    const answer = await fetch(await listen(app), request);
    expect(answer.status).toBe(status);
    await expect.poll(() => openFilesBelow(folder)).toEqual([]);
  });
});

it('takes the last bytes of a file that is shorter for all of it', async () => {
  const store = new FileObjectStore(temporaryFolder());
  await store.put('results/a', Buffer.alloc(100), { contentType: 'image/png' });
  const app = express();
  app.get('/', async (asked, response) => {
    const from = async (start: number) => (await store.find('results/a', { from: start }))!;
    await sendDownload(asked, response, await from(0), 'a.png', { tag: 'same', from });
  });
  const url = await listen(app);
  for (const last of [100, 101, 1e21]) {
    const answer = await fetch(url, { headers: { Range: `bytes=-${BigInt(last)}` } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 0-99/100']);
    expect((await answer.arrayBuffer()).byteLength).toBe(100);
  }
});

it('reads of a body no more than the part that is asked for', async () => {
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251));
  const read: number[] = [];
  const from = async (start: number) => ({
    ...{ key: 'results/a', bytes: bytes.length, lastModified: new Date(0), contentType: 'image/png' },
    body: (async function* () {
      for (let at = start; at < bytes.length; at += 10) {
        read.push(at);
        yield bytes.subarray(at, at + 10);
      }
    })(),
  });
  const app = express();
  app.get('/', async (asked, response) =>
    sendDownload(asked, response, await from(0), 'a.png', { tag: 'same', from }),
  );
  const answer = await fetch(await listen(app), { headers: { Range: 'bytes=905-922' } });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 905-922/1000']);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(905, 923));
  expect(read).toEqual([905, 915]);
});

/** Files of a folder that this process holds open. */
function openFilesBelow(folder: string): string[] {
  const links = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return ''; // That of the listing itself.
    }
  });
  return links.filter((path) => path.startsWith(folder));
}
