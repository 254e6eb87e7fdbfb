import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAST_EVENT_ID } from '#functions/services/jobs/job-event-ids.ts';
import { createJobRecord, recordAttempt, transitionJob } from '#platform/job-records.ts';
import { newJobRecord } from '#tests/fixtures/jobs.ts';
import { until } from '#tests/fixtures/until.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { allEvents, readEvents, type ReadEvent } from '#tests/support/event-reader.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startWebServer({ FILES_PER_MINUTE: '1000', TRUSTED_PROXIES: '1', EXPRESS_CONCURRENCY: '0' });
});
afterAll(() => server.close());

const follow = (id: string, init: RequestInit = {}) => fetch(`${server.url}/api/jobs/${id}/events`, init);
const after = (event: Pick<ReadEvent, 'id'>) => ({ headers: { 'Last-Event-ID': event.id } });
const job = async (id: string) => (await (await fetch(`${server.url}/api/jobs/${id}`)).json()) as object;
const progressed = (jobId: string, ratio: number) =>
  server.platform.events.publish('jobs', { type: 'job.progressed', jobId, ratio });

async function waitingJob(): Promise<string> {
  const record = newJobRecord();
  await createJobRecord(server.platform.objects, record);
  await server.platform.queue.send({ version: 1, jobId: record.id });
  return record.id;
}
async function end(id: string, how: 'completed' | 'failed' | 'cancelled'): Promise<void> {
  const times = {
    finishedAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  };
  const failure = { code: 'damaged' as const, message: 'The JPEG file is damaged.' };
  await transitionJob(server.platform.objects, id, how, how === 'failed' ? { ...times, failure } : times);
  await server.platform.events.publish('jobs', { type: `job.${how}`, jobId: id });
}
async function next(events: AsyncGenerator<ReadEvent>): Promise<ReadEvent> {
  const { value, done } = await events.next();
  if (done) throw new Error('Expected another event but the stream has ended');
  return value;
}

describe('the events of a job', () => {
  it('tell its state at once, then what changes, then its end, and no more', async () => {
    const id = await waitingJob();
    const answer = await follow(id, { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    });
    expect(answer.headers.has('content-encoding')).toBe(false);
    const events = readEvents(answer);
    expect(await next(events)).toMatchObject({ name: 'progress', data: { status: 'queued', progress: 0 } });
    await progressed(id, 0);
    expect(await next(events)).toMatchObject({ data: { status: 'running', progress: 0 } });
    await progressed(id, 0.25);
    expect(await next(events)).toMatchObject({ data: { status: 'running', progress: 0.25 } });
    expect(await job(id)).toMatchObject({ status: 'running', progress: 0.25 });
    await end(id, 'failed');
    const last = await next(events);
    expect(last).toMatchObject({ name: 'failed', id: String(LAST_EVENT_ID), data: { code: 'damaged' } });
    expect(last.data).toEqual(await job(id));
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it('say how many jobs are ahead in line', async () => {
    const [first, second] = [await waitingJob(), await waitingJob()];
    const place = async (id: string) => ((await job(id)) as { place?: number }).place;
    const line = await server.platform.queue.line(100);
    await expect.poll(() => place(second)).toBe(line!.indexOf(second));
    expect(await place(second)).toBe((await place(first))! + 1);
    const events = readEvents(await follow(second));
    expect((await next(events)).data.place).toBe(line!.indexOf(second));
    await events.return(undefined);
  });

  it('never go back, and come at most four times a second', async () => {
    const id = await waitingJob();
    const received: unknown[] = [];
    const reading = (async () => {
      for await (const { data } of readEvents(await follow(id))) received.push(data.progress);
    })();
    await until('the first event', () => received.length > 0);
    const begun = performance.now();
    for (let step = 0; step <= 100; step += 1) {
      await progressed(id, step < 60 ? step / 100 : (step - 60) / 100);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await end(id, 'completed');
    await reading;
    const ended = performance.now();
    const shown = received.slice(0, -1) as number[];
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(shown.at(-1)).toBeGreaterThan(0.3);
    // One for each quarter of a second, the first, and the last one.
    expect(received.length - 1).toBeLessThanOrEqual((ended - begun) / 250 + 3);
  });

  it('go on where a client comes back, without what it had', async () => {
    const id = await waitingJob();
    const events = readEvents(await follow(id));
    await next(events);
    await progressed(id, 0.5);
    const half = await next(events);
    await events.return(undefined);

    const again = readEvents(await follow(id, after(half)));
    await progressed(id, 0.75);
    expect(await next(again)).toMatchObject({ data: { progress: 0.75 } });
    await end(id, 'completed');
    const last = await next(again);
    expect(last).toMatchObject({ name: 'completed', data: { id, status: 'completed' } });
    expect((await follow(id, after(last))).status).toBe(204);
    expect((await allEvents(await follow(id, after(half)))).map(({ name }) => name)).toEqual(['completed']);
  });

  it('begin with no less than what a client saw of a process that is gone', async () => {
    const record = newJobRecord();
    await createJobRecord(server.platform.objects, record);
    await recordAttempt(server.platform.objects, record);
    const events = readEvents(await follow(record.id, after({ id: '4200001' })));
    expect(await next(events)).toMatchObject({ data: { status: 'running', progress: 0.42 } });
    await progressed(record.id, 0.1);
    await progressed(record.id, 0.6);
    expect(await next(events)).toMatchObject({ data: { progress: 0.6 } });
    await events.return(undefined);
  });

  it('end with how the job ended although nobody said so', async () => {
    const id = await waitingJob();
    const events = readEvents(await follow(id));
    await next(events);
    await transitionJob(server.platform.objects, id, 'cancelled');
    const rest: string[] = [];
    for await (const { name } of events) rest.push(name);
    expect(rest.at(-1)).toBe('cancelled');
  });

  it.each(['', 'abc', '-1', '99999999', '1e3', '0x10', '4200001, 5'])(
    'pass over the unknown id "%s"',
    async (id) => {
      const jobId = await waitingJob();
      const events = readEvents(await follow(jobId, after({ id })));
      expect(await next(events)).toMatchObject({ data: { status: 'queued', progress: 0 } });
      await events.return(undefined);
    },
  );

  it('are not there for a job that is not, nor for other methods', async () => {
    const missing = await follow('AAAAAAAAAAAAAAAAAAAAAA');
    expect([missing.status, ((await missing.json()) as { code: string }).code]).toEqual([404, 'expired']);
    const posted = await follow(await waitingJob(), { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('show their headers to HEAD, and end there', async () => {
    const answer = await follow(await waitingJob(), { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(await answer.text()).toBe('');
  });

  it('are let in from other origins with the header of clients that read them by fetch', async () => {
    const answer = await follow('x', { method: 'OPTIONS' });
    expect(answer.headers.get('access-control-allow-headers')).toContain('Last-Event-ID');
  });

  it('are for so many streams of a client, and leave room when one is closed', async () => {
    const id = await waitingJob();
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    const open = await Promise.all(
      Array.from({ length: 50 }, async () => readEvents(await follow(id, { headers }))),
    );
    const refused = await follow(id, { headers });
    expect(refused.status).toBe(429);
    expect(((await refused.json()) as { error: string }).error).toMatch(
      /^You follow 50 jobs or batches already/,
    );
    const other = await follow(id, { headers: { 'X-Forwarded-For': '203.0.113.10' } });
    expect(other.status).toBe(200);
    await other.body?.cancel();
    await next(open[0]!);
    await open[0]!.return(undefined);
    await until('a free stream', async () => {
      const answer = await follow(id, { headers });
      await answer.body?.cancel();
      return answer.status === 200;
    });
    for (const stream of open) {
      await next(stream).catch(() => {});
      await stream.return(undefined);
    }
  });
});

describe('a server that closes', () => {
  it('ends its streams at once, so that their clients go elsewhere', async () => {
    const closing = await startWebServer();
    const record = newJobRecord();
    await createJobRecord(closing.platform.objects, record);
    const events = readEvents(await fetch(`${closing.url}/api/jobs/${record.id}/events`));
    await next(events);
    const closed = closing.close();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    await closed;
  });
});

describe('a job that is worked on', () => {
  it('is followed from the line to its result', async () => {
    const working = await startWebServer({}, { worker: true });
    try {
      const body = new Blob([new Uint8Array(await jpegFile(1_600, 1_200))]);
      const headers = { Prefer: 'respond-async', 'Content-Type': 'image/jpeg' };
      const sent = await fetch(`${working.url}/api/compress`, { method: 'POST', body, headers });
      const path = sent.headers.get('location');
      const events = await allEvents(await fetch(`${working.url}${path}/events`));
      expect(events.map(({ data }) => data.status)).toContain('running');
      expect(events.filter(({ name }) => name === 'progress').length).toBe(events.length - 1);
      expect(events.at(-1)).toMatchObject({ name: 'completed' });
      expect(events.at(-1)?.data).toEqual(await (await fetch(working.url + path)).json());
    } finally {
      await working.close();
    }
  });
});
