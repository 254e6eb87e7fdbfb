import { afterAll, beforeAll, expect, it } from 'vitest';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { allEvents } from '#tests/support/event-reader.ts';
import { until } from '#tests/fixtures/until.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  server = await startWebServer({}, { worker: true });
  photo = new Uint8Array(await jpegFile());
});
afterAll(() => server.close());

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly failedCount: number;
  readonly jobs: readonly { id: string; status: string; result?: string; code?: string }[];
}
async function send(files: readonly Uint8Array<ArrayBuffer>[], headers: Record<string, string> = {}) {
  const body = new FormData();
  files.forEach((bytes, index) => body.append('files', new Blob([bytes]), `${index}.jpg`));
  return fetch(`${server.url}/api/compress/batch`, { method: 'POST', body, headers });
}
const read = async (path: string) => (await (await fetch(server.url + path)).json()) as Batch;

it('is asked for as a whole, and its parts are fetched one by one', async () => {
  const answer = await send([photo, photo.slice(0, 60)], { Prefer: 'respond-async' });
  expect(answer.status).toBe(202);
  const path = answer.headers.get('location')!;
  const sent = (await answer.json()) as Batch;
  expect(path).toBe(`/api/batches/${sent.id}`);
  expect(sent.jobs).toHaveLength(2);
  await until('the end of the batch', async () => (await read(path)).status === 'completed');
  const done = await read(path);
  expect(done).toMatchObject({
    fileCount: 2,
    completedCount: 1,
    failedCount: 1,
    jobs: [
      { id: sent.jobs[0]!.id, status: 'completed' },
      { status: 'failed', code: 'damaged' },
    ],
  });
  expect((await fetch(server.url + done.jobs[0]!.result)).status).toBe(200);
});

it('is followed in one stream, until all its jobs have ended', async () => {
  const answer = await send([photo, photo.slice(0, 60), photo], { Prefer: 'respond-async' });
  const { id, jobs } = (await answer.json()) as Batch;
  const events = await allEvents(await fetch(`${server.url}/api/batches/${id}/events`));
  const ended = events.filter(({ name }) => name === 'job').map(({ data }) => data.id as string);
  expect(ended.sort()).toEqual(jobs.map((job) => job.id).sort());
  for (const { name, data } of events)
    if (name === 'progress') expect(jobs.map((job) => job.id)).toContain(data.jobId);
  const last = events.at(-1)!;
  expect(last).toMatchObject({ name: 'completed', data: { id, completedCount: 2, failedCount: 1 } });
  expect(last.data).toEqual(await read(`/api/batches/${id}`));
  const headers = { 'Last-Event-ID': last.id };
  expect((await fetch(`${server.url}/api/batches/${id}/events`, { headers })).status).toBe(204);
});

it('lets go of a client that leaves its stream', async () => {
  const answer = await send([photo, photo], { Prefer: 'respond-async' });
  const { id } = (await answer.json()) as Batch;
  const stream = await fetch(`${server.url}/api/batches/${id}/events`);
  await stream.body?.cancel();
  await until('the end of the batch', async () => (await read(`/api/batches/${id}`)).status === 'completed');
});

it('of a zip tells which of its files failed', async () => {
  const answer = await send([photo.slice(0, 60), photo]);
  await answer.arrayBuffer();
  const path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')![1]!;
  expect(await read(path)).toMatchObject({
    failedCount: 1,
    jobs: [{ code: 'damaged' }, { status: 'completed' }],
  });
});

it('ends with all its jobs, and is gone then', async () => {
  const answer = await send([photo, photo], { Prefer: 'respond-async' });
  const { id, jobs } = (await answer.json()) as Batch;
  const end = () => fetch(`${server.url}/api/batches/${id}`, { method: 'DELETE' });
  expect((await end()).status).toBe(204);
  for (const job of jobs) expect((await fetch(`${server.url}/api/jobs/${job.id}`)).status).toBe(404);
  expect([(await end()).status, (await fetch(`${server.url}/api/batches/${id}`)).status]).toEqual([404, 404]);
  await until('an empty store', async () =>
    (await server.keys()).every(
      (key) => !key.includes(id) && !jobs.some((job) => key === `results/${job.id}`),
    ),
  );
});

it.each(['AAAAAAAAAAAAAAAAAAAAAA', 'x', '..%2Fjobs'])('is not there under the id %s', async (id) => {
  expect((await fetch(`${server.url}/api/batches/${id}`)).status).toBe(404);
});
