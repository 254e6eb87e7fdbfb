import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { jobKeys } from '#platform/contracts/job.ts';
import { findJobRecord, transitionJob } from '#platform/job-records.ts';
import { endOfJob } from '#tests/fixtures/jobs.ts';
import { FORM_TYPE, multipart } from '#tests/fixtures/multipart-form.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { tusRequests } from '#tests/fixtures/tus-requests.ts';
import { until } from '#tests/fixtures/until.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

const MB = 1024 ** 2;
const LIMITS = { OPEN_BYTES: String(10 * MB), STORED_BYTES: String(12 * MB), FILES_PER_MINUTE: '1000' };

let server: RunningServer;
const tus = tusRequests(() => server.url);
afterEach(() => server.close());

/** Begins with the bytes that tell a PDF. */
function file(bytes: number): Buffer<ArrayBuffer> {
  const made = Buffer.alloc(bytes, 'x');
  made.write('%PDF-1.7\n');
  return made;
}

const send = (bytes: number, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/compress`, {
    method: 'POST',
    body: file(bytes),
    headers: { 'Content-Type': 'application/pdf', Prefer: 'respond-async', ...headers },
  });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

/** A form whose end is withheld. @returns the answer, when it comes before the end, and how to go away */
function beginForm(parts: readonly Buffer[], totalBytes: number) {
  const body = multipart(
    parts.map((bytes, at) => ({ name: `${at}.pdf`, bytes, field: 'files', type: 'application/pdf' })),
    { closed: false },
  );
  const sending = request(`${server.url}/api/compress/batch`, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE, 'Content-Length': totalBytes },
  });
  sending.on('error', () => {});
  const status = new Promise<number | undefined>((resolve) =>
    sending.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }),
  );
  sending.write(body);
  return { status, leave: () => sending.destroy() };
}
const uploads = () => server.keys('uploads/');

describe('bytes of a client', () => {
  it('count from the first file of a batch, before it is stored', async () => {
    server = await startWebServer(LIMITS);
    const first = beginForm([file(4 * MB), file(MB)], 9 * MB);
    await until('a stored file', async () => (await uploads()).length === 1);
    const second = beginForm([file(6 * MB)], 6 * MB + 1_000);
    expect(await second.status).toBe(429);
    expect(await uploads()).toHaveLength(1);
    first.leave();
    second.leave();
    await until('nothing held', async () => (await send(10 * MB)).status === 202);
  });

  it('count for as long as a result lies here, and go with it', async () => {
    server = await startWebServer({ ...LIMITS, TRUSTED_PROXIES: '1' }, { worker: true });
    const body = new Uint8Array(await jpegFile());
    const headers = {
      'Content-Type': 'image/jpeg',
      Prefer: 'respond-async',
      'X-Forwarded-For': '203.0.113.7',
    };
    const sent = await fetch(`${server.url}/api/compress`, { method: 'POST', body, headers });
    const { id } = (await sent.json()) as { id: string };
    const { outputBytes } = (await endOfJob(server.platform, id))!;
    const download = async (address: string) => {
      const answer = await fetch(`${server.url}/api/jobs/${id}/result`, {
        headers: { 'X-Forwarded-For': address },
      });
      await answer.arrayBuffer();
    };
    const { client } = (await findJobRecord(server.platform.objects, id))!;
    const held = async () =>
      (await server.platform.holdings.of(client!)).map(({ state, bytes }) => [state, bytes]);
    // Whoever knows the id may read it; that says nothing of its owner.
    await download('198.51.100.1');
    expect(await held()).toEqual([['kept', outputBytes]]);
    await download('203.0.113.7');
    await until('a download', async () => (await held())[0]?.[0] === 'fetched');
    expect(await held()).toEqual([['fetched', outputBytes]]);
    await server.platform.objects.delete([jobKeys.result(id)]);
    const gone = await fetch(`${server.url}/api/jobs/${id}/result`);
    expect([gone.status, await gone.json()]).toMatchObject([
      404,
      { code: 'expired', error: expect.stringContaining('it was downloaded and has made room') as string },
    ]);
    await fetch(`${server.url}/api/jobs/${id}`, { method: 'DELETE' });
    expect(await held()).toEqual([]);
  });

  it('count for an account for as long as a link lasts', async () => {
    server = await startWebServer({
      ...LIMITS,
      LIMIT_TIERS: JSON.stringify({ 'signed-in': { storedBytes: 12 * MB, openBytes: 12 * MB } }),
    });
    const token = await signIn(server.url);
    const account = { Authorization: `Bearer ${token}` };
    const { id } = (await (await send(5 * MB, account)).json()) as { id: string };
    const record = await server.platform.objects.find(jobKeys.record(id));
    expect(record).not.toBeNull();
    await complete(id, 5 * MB);
    const share = () =>
      fetch(`${server.url}/api/shares`, {
        method: 'POST',
        body: JSON.stringify({ jobId: id }),
        headers: { ...account, 'Content-Type': 'application/json' },
      });
    const link = (await (await share()).json()) as { id: string };
    expect(await codeOf(await send(3 * MB, account))).toEqual([429, 'rate-limited']);
    expect((await send(3 * MB)).status).toBe(202);
    await fetch(`${server.url}/api/shares/${link.id}`, { method: 'DELETE', headers: account });
    expect((await send(3 * MB, account)).status).toBe(202);
  });

  it('are given back when the first of a resumable upload are refused', async () => {
    server = await startWebServer({ ...LIMITS, OPEN_JOBS: '1' });
    const first = { 'Upload-Length': '1000', 'Content-Type': 'application/offset+octet-stream' };
    const refused = await tus.ask('POST', '/api/resumable', first, file(2_000));
    expect([...(await codeOf(refused)), refused.headers.get('location')]).toEqual([413, 'too-large', null]);
    expect((await tus.create(1_000)).status).toBe(201);
  });

  it('renew an upload that breaks off only where some have come', async () => {
    server = await startWebServer(LIMITS);
    const path = await tus.created(9 * MB);
    const created = performance.now();
    const id = path.split('/').at(-1)!;
    const placeOf = async () => {
      const client = await server.platform.objects.find(`partials/${id}.json`);
      const { client: key } = JSON.parse(await textOf(client!.body)) as { client: string };
      return (await server.platform.holdings.of(key)).find((place) => place.id === id)!;
    };
    const expiresAt = async () => (await tus.head(path)).headers.get('upload-expires');
    const [before, began] = [(await placeOf()).ageSeconds, await expiresAt()];
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await breakOff(path, file(0));
    expect((await placeOf()).ageSeconds).toBeGreaterThan(before + 1);
    expect(await expiresAt()).toBe(began);
    // Bytes that the server has not read when the connection ends are lost with it.
    await until('bytes that came', async () => {
      await breakOff(path, file(10_000));
      return (await tus.offset(path)) > 0;
    });
    await expect.poll(expiresAt).not.toBe(began);
    expect((await placeOf()).ageSeconds).toBeLessThan((performance.now() - created) / 1000 - 1);
  });
});

describe('a server without room', () => {
  it('counts what has come of unfinished uploads, of whichever clients', async () => {
    const bounds = { MAX_FILE_BYTES: String(5 * MB), MAX_STORED_BYTES: String(10 * MB) };
    server = await startWebServer({ TRUSTED_PROXIES: '1', ...bounds });
    const from = (at: number) => ({ 'X-Forwarded-For': `203.0.113.${at}` });
    const paths = [];
    for (const at of [1, 2, 3]) {
      const path = await tus.created(3 * MB, from(at));
      paths.push(path);
      expect((await tus.patch(path, 0, file(3 * MB - 1), from(at))).status).toBe(204);
    }
    expect(await codeOf(await tus.create(2 * MB, from(4)))).toEqual([507, 'storage-full']);
    expect(await codeOf(await send(2 * MB, from(4)))).toEqual([507, 'storage-full']);
    expect((await tus.patch(paths[0]!, 3 * MB - 1, 'x', from(1))).status).toBe(204);
    expect((await tus.ask('DELETE', paths[1]!)).status).toBe(204);
    expect((await send(2 * MB, from(4))).status).toBe(202);
  });

  it('says so in words, for every way in, and takes the next file when there is room', async () => {
    let freeBytes = 1_000 * MB;
    server = await startWebServer(
      { MAX_FILE_BYTES: String(20 * MB) },
      {
        change: (platform) => {
          Object.assign(platform.objects, { space: async () => ({ freeBytes, sizeBytes: 2_000 * MB }) });
          return platform;
        },
      },
    );
    const path = await tus.created(MB);
    freeBytes = 60 * MB;
    for (const answer of [await send(MB), await tus.create(MB), await tus.patch(path, 0, file(MB))]) {
      expect(answer.headers.get('retry-after')).toBe('30');
      expect(await codeOf(answer)).toEqual([507, 'storage-full']);
    }
    expect(server.log()).toContain('"code":"storage-full"');
    expect(server.log()).not.toContain('"stack"');
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 'degraded' });
    expect(await uploads()).toEqual([]);
    freeBytes = 70 * MB;
    expect((await tus.patch(path, 0, file(MB))).status).toBe(204);
    expect((await send(MB)).status).toBe(202);
  });

  it('answers 507 where the disk ends while a file comes, and keeps nothing of it', async () => {
    server = await startWebServer(
      {},
      {
        change: (platform) => {
          const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
          Object.assign(platform.objects, { put: () => Promise.reject(full) });
          return platform;
        },
      },
    );
    expect(await codeOf(await send(MB))).toEqual([507, 'storage-full']);
    expect(await server.keys()).toEqual([]);
  });
});

/** As a worker leaves it. */
async function complete(id: string, bytes: number): Promise<void> {
  const { objects } = server.platform;
  await objects.put(jobKeys.result(id), file(bytes), { contentType: 'application/pdf' });
  const expiresAt = new Date(Date.now() + 900_000).toISOString();
  await transitionJob(objects, id, 'completed', { outputBytes: bytes, expiresAt });
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Says that 20 000 bytes follow, sends these and is gone. */
function breakOff(path: string, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const sending = request(server.url + path, {
      method: 'PATCH',
      headers: {
        ...{ 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream' },
        ...{ 'Upload-Offset': '0', 'Content-Length': '20000' },
      },
    });
    sending.on('error', () => {});
    sending.on('close', () => setTimeout(resolve, 100));
    sending.flushHeaders();
    sending.write(bytes);
    setTimeout(() => sending.destroy(), 100);
  });
}
