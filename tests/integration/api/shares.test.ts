import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobKeys } from '#platform/contracts/job.ts';
import { createJobId, createJobRecord, transitionJob } from '#platform/job-records.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { signIn } from '#tests/fixtures/sign-in.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startWebServer({ SHARE_TTL_SECONDS: '2' });
  token = await signIn(server.url);
});
afterAll(() => server.close());

/** A job that has ended, as a worker leaves it. */
async function completedJob(expiresInMs = 60_000): Promise<string> {
  const record = newJobRecord({ kind: 'pdf', fileName: 'Jahresbericht.pdf' });
  const { id } = record;
  const { objects } = server.platform;
  await createJobRecord(objects, record);
  await objects.put(jobKeys.result(id), Buffer.from('%PDF-1.7 small'), { contentType: 'application/pdf' });
  await transitionJob(objects, id, 'completed', {
    outputBytes: 14,
    finishedAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
  });
  return id;
}

const share = (body: object, authorization?: string) =>
  fetch(`${server.url}/api/shares`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'Content-Type': 'application/json',
      ...(authorization === undefined ? {} : { Authorization: authorization }),
    },
  });

describe('shares', () => {
  it('hand out a file to whoever has the address, until their time is over', async () => {
    const jobId = await completedJob();
    const answer = await share({ jobId }, `Bearer ${token}`);
    expect(answer.status).toBe(201);
    const { url, expiresAt } = (await answer.json()) as { url: string; expiresAt: string };
    expect(url).toMatch(/\/s\/[A-Za-z0-9_-]{22}$/);
    expect(url).not.toContain(jobId);

    // The result itself may expire; the share is a copy.
    await server.platform.objects.delete([jobKeys.result(jobId), jobKeys.outcome(jobId)]);
    const path = new URL(url).pathname;
    const file = await fetch(server.url + path);
    expect(await file.text()).toBe('%PDF-1.7 small');
    expect(file.headers.get('content-disposition')).toContain('featherpress_Jahresbericht.pdf');
    expect(file.headers.get('x-robots-tag')).toBe('noindex');
    expect(server.log()).not.toContain(path.slice(3));

    await expect.poll(async () => (await fetch(server.url + path)).status, { interval: 200 }).toBe(404);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
    // Its bytes go at the latest when the result of its job has: the account need not wait for that.
    const init = { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } };
    expect((await fetch(`${server.url}/api/jobs/${jobId}`, init)).status).toBe(204);
    expect(await server.keys('shares/')).toEqual([]);
  });

  it('end when their account deletes the job, also after it has expired', async () => {
    for (const hasExpired of [false, true]) {
      const jobId = await completedJob();
      const answer = await share({ jobId }, `Bearer ${token}`);
      const { url } = (await answer.json()) as { url: string };
      const init = { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } };
      const remove = () => fetch(`${server.url}/api/jobs/${jobId}`, init);
      if (hasExpired) await server.platform.objects.delete([jobKeys.result(jobId), jobKeys.outcome(jobId)]);
      expect((await remove()).status).toBe(204);
      expect((await fetch(server.url + new URL(url).pathname)).status).toBe(404);
      expect(await server.keys('shares/')).toEqual([]);
      expect((await remove()).status).toBe(404);
    }
  });

  it('are fetched whole, in parts or looked at, and count what was fetched from its beginning', async () => {
    const own = await signIn(server.url, { email: 'lin@example.org', name: 'Lin' });
    const authorization = `Bearer ${own}`;
    const answer = await share({ jobId: await completedJob(), expiresInSeconds: 3_600 }, authorization);
    const { id, url } = (await answer.json()) as { id: string; url: string };
    const get = async (headers: Record<string, string>, method = 'GET') => {
      const part = await fetch(server.url + new URL(url).pathname, { method, headers });
      return [part.status, part.headers.get('content-length'), await part.text()];
    };
    expect(await get({})).toEqual([200, '14', '%PDF-1.7 small']);
    expect(await get({ Range: 'bytes=0-3' })).toEqual([206, '4', '%PDF']);
    expect(await get({ Range: 'bytes=9-' })).toEqual([206, '5', 'small']);
    expect(await get({}, 'HEAD')).toEqual([200, '14', '']);
    expect((await get({ 'If-None-Match': `"${id}"` }))[0]).toBe(304);
    expect((await get({ 'If-Match': '"other"' }))[0]).toBe(412);
    const list = async () =>
      (await (
        await fetch(`${server.url}/api/shares`, { headers: { Authorization: authorization } })
      ).json()) as { shares: { downloads: number; url: string; fileName: string }[] };
    await expect.poll(async () => (await list()).shares[0]?.downloads).toBe(2);
    expect((await list()).shares).toEqual([
      expect.objectContaining({ id, url, fileName: 'featherpress_Jahresbericht.pdf' }),
    ]);

    const remove = (token: string) =>
      fetch(`${server.url}/api/shares/${id}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${token}` },
      });
    expect((await remove(token)).status).toBe(404);
    expect((await remove(own)).status).toBe(204);
    expect((await fetch(server.url + new URL(url).pathname)).status).toBe(404);
    expect(await server.keys('shares/')).toEqual([]);
  });

  it('are one when the same person shares a job again', async () => {
    const jobId = await completedJob();
    const urls = await Promise.all(
      [1, 2, 3].map(async () => {
        const answer = await share({ jobId }, `Bearer ${token}`);
        return ((await answer.json()) as { url: string }).url;
      }),
    );
    expect(new Set(urls).size).toBe(1);
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${server.url}/api/jobs/${jobId}`, { method: 'DELETE', headers });
  });

  it('are made by signed-in people only', async () => {
    const jobId = await completedJob();
    expect((await share({ jobId })).status).toBe(401);
    expect((await share({ jobId }, 'Bearer abc')).status).toBe(401);
    expect(await server.keys('shares/')).toEqual([]);
  });

  it('take a folder of a thousand letters for each of two hundred results', async () => {
    const jobIds = [await completedJob(), await completedJob()];
    const deep = (jobId: string) => [jobId, 'ab/\ud800'.repeat(250)];
    const others = Array.from({ length: 198 }, () => createJobId());
    const folders = Object.fromEntries([...jobIds, ...others].map(deep)) as Record<string, string>;
    expect((await share({ jobIds, folders }, `Bearer ${token}`)).status).toBe(201);
    const longer = await share({ jobIds, folders: { [jobIds[0]!]: 'a'.repeat(1_001) } }, `Bearer ${token}`);
    expect(longer.status).toBe(400);
    expect(await longer.json()).toMatchObject({ error: expect.stringContaining('1000 letters') as string });
  });

  it.each([
    ['nothing', async () => ({}), 400],
    ['no id', async () => ({ jobId: '../../x' }), 400],
    ['an unknown job', async () => ({ jobId: createJobId() }), 404],
    ['an expired job', async () => ({ jobId: await completedJob(-1) }), 404],
  ])('are refused for %s', async (_name, body, status) => {
    expect((await share(await body(), `Bearer ${token}`)).status).toBe(status);
  });

  it('give the file to programs at both addresses, and to browsers where there are no pages', async () => {
    const answer = await share({ jobId: await completedJob() }, `Bearer ${token}`);
    const { url } = (await answer.json()) as { url: string };
    const path = server.url + new URL(url).pathname;
    for (const [address, accept] of [
      [path, '*/*'],
      [path, 'text/html'],
      [`${path}/file`, 'text/html'],
    ] as const) {
      const file = await fetch(address, { headers: { Accept: accept } });
      expect(await file.text(), `${address} ${accept}`).toBe('%PDF-1.7 small');
      expect(file.headers.get('content-disposition')).toContain('attachment');
      expect(file.headers.get('x-robots-tag')).toBe('noindex');
    }
    expect((await fetch(`${server.url}/s/${createJobId()}/file`)).status).toBe(404);
  });

  it('do not exist at other addresses', async () => {
    const unknown = await fetch(`${server.url}/s/${createJobId()}`, {
      headers: { Accept: 'application/json' },
    });
    expect(await unknown.json()).toMatchObject({ code: 'expired' });
    expect((await fetch(`${server.url}/s/..%2f..%2fetc`)).status).toBe(404);
  });
});

describe('results', () => {
  it('are gone when their time is over, even before anyone has deleted them', async () => {
    const jobId = await completedJob(-1);
    expect((await fetch(`${server.url}/api/jobs/${jobId}/result`)).status).toBe(404);
    expect((await fetch(`${server.url}/api/jobs/${jobId}`)).status).toBe(404);
  });

  it('are described by HEAD without their bytes', async () => {
    const answer = await fetch(`${server.url}/api/jobs/${await completedJob()}/result`, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '14']);
  });
});

describe('direct uploads', () => {
  it('are not offered by a store on disk', async () => {
    const answer = await fetch(`${server.url}/api/uploads`, {
      method: 'POST',
      body: JSON.stringify({ fileName: 'a.pdf', bytes: 5_000 }),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as { error: string }).error).toContain('POST /api/compress');
  });
});
