import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTopology, type Topology } from '../../bench/topology/topology.ts';
import type { LogLine } from '../../bench/topology/service-process.ts';
import { metricsNamedIn, OBSERVABILITY_FILES } from '#tests/support/named-metrics.ts';
import { publicJobIdOf } from '#platform/public-job-id.ts';
import { startPrometheus } from '#tests/fixtures/prometheus.ts';
import { startTraceCollector } from '#tests/support/trace-collector.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { allEvents } from '#tests/support/event-reader.ts';

/** docker-compose.yml as processes: Caddy, two web servers, a worker, Redis, S3 and SQS. */
let collector: Awaited<ReturnType<typeof startTraceCollector>>;
let topology: Topology;
let photo: Uint8Array<ArrayBuffer>;
const lines: LogLine[] = [];
const TOKEN = 'a-token-of-16-characters';

beforeAll(async () => {
  collector = await startTraceCollector();
  photo = new Uint8Array(await jpegFile());
  topology = await startTopology({
    webs: 2,
    workers: 1,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      METRICS_TOKEN: TOKEN,
      WORKER_CONCURRENCY: '1',
      FILES_PER_MINUTE: '1000',
    },
    onLine: (line) => lines.push(line),
  });
});

afterAll(async () => {
  await topology?.stop();
  await collector.close();
});

/** Sends a file through the proxy. */
const send = (headers: Record<string, string> = {}) =>
  fetch(`${topology.url}/api/compress`, {
    method: 'POST',
    body: photo,
    headers: { 'Content-Type': 'image/jpeg', Prefer: 'respond-async', ...headers },
  });

const count = async () =>
  ((await (await fetch(`${topology.url}/api/stats`)).json()) as { compressedCount: number }).compressedCount;

it('follows a file from its client to the last step of its worker, in traces and in log lines', async () => {
  const [traceId, clientSpan] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const sent = await send({ traceparent: `00-${traceId}-${clientSpan}-01` });
  expect(sent.status).toBe(202);
  const path = sent.headers.get('location')!;
  const requestId = sent.headers.get('x-request-id')!;
  const jobId = publicJobIdOf(sent.headers.get('x-job-id')!);
  const events = await allEvents(await fetch(`${topology.url}${path}/events`));
  expect(events.at(-1)).toMatchObject({ name: 'completed' });
  const result = await fetch(`${topology.url}${path}/result`);
  expect((await result.bytes()).length).toBe(Number(result.headers.get('x-compressed-size')));

  const ours = () => collector.spans.filter((span) => span.traceId === traceId);
  const named = (name: string) => ours().find((span) => span.name === name);
  await expect.poll(() => named('job') && named('POST /api/compress')).toBeTruthy();
  const request = named('POST /api/compress')!;
  expect(request).toMatchObject({ service: 'featherpress-web', parentSpanId: clientSpan });
  expect(request.attributes).toMatchObject({
    'featherpress.request_id': requestId,
    'featherpress.job_id': jobId,
    'http.response.status_code': 202,
  });
  const job = named('job')!;
  expect(job).toMatchObject({ service: 'featherpress-worker', parentSpanId: request.spanId });
  expect(job.attributes).toMatchObject({ 'featherpress.job_id': jobId, 'featherpress.kind': 'jpeg' });
  for (const step of ['job.download', 'job.engine', 'job.upload', 'job.commit', 'job.settle'])
    expect(named(step)).toMatchObject({ service: 'featherpress-worker', parentSpanId: job.spanId });
  expect(named('upload.store')?.parentSpanId).toBe(request.spanId);
  const calls = ours().filter(({ name }) => name === 's3 PutObject');
  expect(calls.map(({ service }) => service).sort()).toEqual([
    ...Array(2).fill('featherpress-web'),
    ...Array(2).fill('featherpress-worker'),
  ]);
  expect(collector.refused).toEqual([]);

  const completed = lines.find(({ event, jobId: of }) => event === 'job.completed' && of === jobId);
  expect(completed).toMatchObject({ service: 'worker-1', requestId, traceId });
  expect(
    lines.find(({ event, requestId: of }) => event === 'request.answered' && of === requestId),
  ).toMatchObject({ jobId, status: 202 });
  expect(lines.filter(({ event }) => event === 'not-json')).toEqual([]);
});

it('shows every metric that dashboard, rules and runbooks name', async () => {
  // One that fails, so that there is a failure to show.
  const broken = await fetch(`${topology.url}/api/compress`, {
    method: 'POST',
    body: photo.slice(0, 400),
    headers: { 'Content-Type': 'image/jpeg' },
  });
  expect(broken.status).toBe(422);
  const processes = [topology.webs[0]!, topology.workers[0]!];
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const texts = await Promise.all(
    processes.map(async ({ url }) => (await fetch(`${url}/metrics`, { headers })).text()),
  );
  const shown = new Set(
    [...texts.join('\n').matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  for (const file of OBSERVABILITY_FILES) {
    const wanted = metricsNamedIn(readFileSync(file, 'utf8'));
    expect([file, wanted.length]).not.toEqual([file, 0]);
    expect([file, wanted.filter((name) => !shown.has(name))]).toEqual([file, []]);
  }
  expect(texts[1]).toContain('featherpress_worker_job_seconds_count{kind="jpeg",result="completed"}');
  expect(texts[1]).toContain('featherpress_backend_seconds_count{service="s3",operation="PutObject"');
  expect(texts[0]).toContain('featherpress_backend_seconds_count{service="redis"');
  expect((await fetch(`${topology.workers[0]!.url}/healthz`)).status).toBe(200);
});

it('gives every panel of the dashboard data in a real Prometheus, but those that say when they have none', async () => {
  const hostsOf = (processes: Topology['webs']) => processes.map(({ url }) => new URL(url).host);
  const prometheus = await startPrometheus({
    folder: join(topology.backends.folder, 'prometheus'),
    token: TOKEN,
    targets: {
      'featherpress-web': hostsOf(topology.webs),
      'featherpress-worker': hostsOf(topology.workers),
    },
  });
  try {
    const scrapes = async () => (await prometheus.query('min(count_over_time(up[1m])) > 0'))[0]?.value[1];
    // A rate needs two.
    await expect.poll(async () => Number(await scrapes())).toBeGreaterThan(2);
    expect((await prometheus.query('up')).map(({ value }) => value[1])).toEqual(['1', '1', '1']);
    for (const { title, description, targets } of dashboardPanels()) {
      if (description?.startsWith('No line while')) continue;
      for (const { expr } of targets)
        expect([title, expr, (await prometheus.query(expr)).length > 0]).toEqual([title, expr, true]);
    }
  } finally {
    await prometheus.stop();
  }
});

interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly targets: readonly { readonly expr: string }[];
}

function dashboardPanels(): Panel[] {
  const path = OBSERVABILITY_FILES.find((file) => file.endsWith('dashboard.json'))!;
  return (JSON.parse(readFileSync(path, 'utf8')) as { panels: Panel[] }).panels;
}

it('loses no file while a web server drains, Redis is away, and a server and workers come and go', async () => {
  const before = await count();
  const sent: Response[] = [];
  // One after the other: a web server takes only so many uploads of one client at once.
  for (let file = 0; file < 6; file += 1) sent.push(await send());
  const paths = sent.map((answer) => answer.headers.get('location')!);
  expect(sent.map(({ status }) => status)).toEqual(Array(6).fill(202));
  const stopped = topology.webs[0]!.end('SIGTERM');
  await topology.backends.redis.kill();
  expect(await stopped).toBe(0);
  // Neither needs Redis to start and to be ready.
  await Promise.all([topology.addWorker(), topology.webs[0]!.start()]);
  await topology.backends.redis.restart();
  await topology.removeWorker();
  for (const path of paths)
    await expect
      .poll(async () => ((await (await fetch(topology.url + path)).json()) as { status: string }).status, {
        interval: 200,
      })
      .toBe('completed');
  await expect.poll(count).toBe(before + 6);
  const { objects, queue } = topology.backends.platform;
  const left = async () => {
    const keys: string[] = [];
    for (const prefix of ['uploads/', 'jobs/'])
      for await (const { key } of objects.list(prefix)) keys.push(key);
    const { waiting, inFlight, dead } = await queue.depth();
    return [keys, waiting + inFlight + dead];
  };
  await expect.poll(left).toEqual([[], 0]);
});
