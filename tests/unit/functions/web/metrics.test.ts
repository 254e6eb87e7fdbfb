import express from 'express';
import { describe, expect, it } from 'vitest';
import { createWebMetrics, metricsPage } from '#functions/web/metrics.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { listen } from '#tests/fixtures/listen.ts';

const TOKEN = 'a-token-of-16-characters';
const platform = {
  queue: {
    depth: () => Promise.resolve({ waiting: 3, inFlight: 1, dead: 0 }),
  },
} as unknown as Platform;

async function openMetrics(access: { token?: string; onLoopback?: boolean }) {
  const metrics = createWebMetrics({
    platform,
    expiry: { overdue: async () => [{ what: 'results/', seconds: 600 }] },
    waiting: { oldestSeconds: async ({ isSmall } = {}) => (isSmall ? 7 : 40) },
  });
  const app = express().use(metrics.observe);
  app.get(
    '/metrics',
    metricsPage(() => [metrics.registry], { token: undefined, onLoopback: false, ...access }),
  );
  app.get('/api/jobs/:id', (_request, response) => void response.end());
  const slow = new Promise<void>((resolve) => app.get('/api/slow', () => resolve()));
  return { metrics: { ...metrics, slow }, url: await listen(app) };
}
const status = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(`${url}/metrics`, { headers })).status;

describe('the metrics page', () => {
  it('shows counts by kind of address, and the depth of the queue', async () => {
    const { metrics, url } = await openMetrics({ onLoopback: true });
    await fetch(`${url}/api/jobs/0d306wz2tTxYaUbyBDT0NA`);
    metrics.jobs.inc({ outcome: 'completed' });
    metrics.uploadBytes.inc(42);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain('featherpress_queue_messages{state="waiting"} 3');
    expect(text).toContain('featherpress_queue_oldest_seconds{queue="small"} 7');
    expect(text).toContain('featherpress_overdue_seconds{what="results/"} 600');
    expect(text).toContain('featherpress_jobs_total{outcome="completed"} 1');
    expect(text).toContain('featherpress_upload_bytes_total 42');
    expect(text).toContain('area="api/jobs",status="200"');
    expect(text).not.toContain('0d306wz2tTxYaUbyBDT0NA');
  });

  it('counts an answer that its client did not wait for as left, not as a success', async () => {
    const { metrics, url } = await openMetrics({ onLoopback: true });
    const leaving = new AbortController();
    await expect(
      Promise.all([
        fetch(`${url}/api/slow`, { signal: leaving.signal }),
        metrics.slow.then(() => leaving.abort()),
      ]),
    ).rejects.toThrow();
    const shown = async () => (await fetch(`${url}/metrics`)).text();
    await expect.poll(shown).toContain('area="api/slow",status="499"');
  });

  it('does not exist without the token', async () => {
    const { url } = await openMetrics({ token: TOKEN });
    expect(await status(url)).toBe(404);
    expect(await status(url, { Authorization: `Bearer ${TOKEN}x` })).toBe(404);
    expect(await status(url, { Authorization: `Bearer ${TOKEN.replace('a', 'b')}` })).toBe(404);
    expect(await status(url, { Authorization: `Bearer ${TOKEN}` })).toBe(200);
  });

  it('asks the machine itself for none, but a proxy on it', async () => {
    const { url } = await openMetrics({ onLoopback: true });
    expect(await status(url)).toBe(200);
    expect(await status(url, { 'X-Forwarded-For': '203.0.113.7' })).toBe(404);
    expect(await status(url, { Via: '1.1 proxy' })).toBe(404);
  });
});
