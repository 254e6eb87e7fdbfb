import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { build } from 'esbuild';
import type * as Client from '../../functions/client/index.ts';
import { openBreakingLine } from '../fixtures/breaking-line.ts';
import { startCuttingProxy } from '../fixtures/cutting-proxy.ts';
import { jpegFile } from '../fixtures/upload-files.ts';
import { startWebServer } from '../fixtures/web-server.ts';
import { openFirefox } from './support/other-browsers.ts';
import { expect, test as base } from './support/test.ts';

/** The client of the API in a page of another site, as integrators have it. Lines break here; the browser reports each. */
const test = base.extend({ mayComplain: true });

let site: Server;
let siteUrl: string;

test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ['functions/client/index.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'client',
    platform: 'browser',
  });
  const script = outputFiles[0]!.text;
  site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Another site</title><script>${script}</script>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
test.afterAll(() => site.close());

test('compresses in a browser over lines that break, and tells how far it is', async ({ page, baseURL }) => {
  const photo = await jpegFile(480, 360);
  const proxy = await startCuttingProxy(baseURL!.replace('localhost', '127.0.0.1'));
  // In the middle of the upload, of the answer or the events, and of the result.
  proxy.cuts.push({ afterSent: photo.length / 2 }, { afterReceived: 900 }, { afterReceived: 1_500 });
  await page.goto(siteUrl);
  const outcome = await page.evaluate(
    async ({ server, base64 }) => {
      const { Featherpress } = (window as unknown as { client: typeof Client }).client;
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const file = new File([bytes], 'Südsee.jpg', { type: 'image/jpeg' });
      const sent: number[] = [];
      const featherpress = new Featherpress({ server });
      const result = await featherpress.compress(file, {
        preset: 'small',
        onUploadProgress: ({ sentBytes }) => sent.push(sentBytes),
      });
      const blob = await result.blob();
      const bitmap = await createImageBitmap(blob);
      return {
        name: result.fileName,
        size: blob.size,
        told: result.report.outputBytes,
        width: bitmap.width,
        lastSent: sent.at(-1),
        type: blob.type,
      };
    },
    { server: proxy.url, base64: photo.toString('base64') },
  );
  expect(outcome).toMatchObject({ name: 'featherpress_Südsee.jpg', width: 480, type: 'image/jpeg' });
  expect(outcome.size).toBe(outcome.told);
  expect(outcome.size).toBeLessThan(photo.length);
  expect(outcome.lastSent).toBe(photo.length);
  expect(proxy.broken()).toBeGreaterThan(0);
  proxy.close();
});

const MB = 1024 * 1024;
const LARGE_BYTES = 12 * MB;
/** No two of its four bytes are alike, so that no piece can stand in the place of another. */
const LARGE_FILE = `Uint32Array.from({ length: ${LARGE_BYTES / 4} }, (_, at) => (at === 0 ? 0xe0ffd8ff : at))`;

/** A large file through a line that is reset twice and then says nothing any more, in a page that runs scripts. */
async function sendLargeFile(run: <T>(body: string) => Promise<T>): Promise<void> {
  const server = await startWebServer();
  const line = await openBreakingLine(server.url, [3 * MB, 3 * MB, { silentAfter: 3 * MB }]);
  try {
    const job = await run<Client.Job>(`
      const featherpress = new client.Featherpress({ server: '${line.url}', stalledAfterSeconds: 2 });
      return featherpress.start(new File([${LARGE_FILE}], 'large.jpg'));`);
    expect(job).toMatchObject({ status: 'queued', sourceBytes: LARGE_BYTES });
    expect(line.breaks()).toBe(3);
    expect(line.sentBytes()).toBeLessThan(LARGE_BYTES + 8 * MB);
    const stored = await server.platform.objects.find(`uploads/${job.id}`);
    const expected = new Uint32Array(LARGE_BYTES / 4).map((_, at) => (at === 0 ? 0xe0ffd8ff : at));
    const arrived = await buffer(stored!.body);
    expect(arrived.equals(Buffer.from(expected.buffer))).toBe(true);
  } finally {
    line.close();
    await server.close();
  }
}

test('sends a large file from Chromium over a line that breaks and falls silent', async ({ page }) => {
  await page.goto(siteUrl);
  await sendLargeFile((body) => page.evaluate(`(async () => { ${body} })()`));
});

test('sends a large file from Firefox over a line that breaks and falls silent', async () => {
  const page = await openFirefox();
  try {
    await page.goto(siteUrl);
    await sendLargeFile(page.run);
  } finally {
    await page.close();
  }
});

test('gives errors with code, status and request, and ends when told to', async ({ page, baseURL }) => {
  await page.goto(siteUrl);
  const [damaged, aborted] = await page.evaluate(async (server) => {
    const { Featherpress } = (window as unknown as { client: typeof Client }).client;
    const featherpress = new Featherpress({ server });
    const failure = (call: Promise<unknown>) =>
      call.then(
        () => ({}),
        (error: Client.FeatherpressError) => {
          const { name, code, status, requestId } = error;
          return { name, code, status, hasRequestId: Boolean(requestId) };
        },
      );
    const cut = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]);
    return Promise.all([
      failure(featherpress.compress(cut, { name: 'cut.jpg' })),
      failure(
        featherpress.compress(cut, {
          name: 'cut.jpg',
          signal: AbortSignal.abort(),
          onUploadProgress: () => {},
        }),
      ),
    ]);
  }, baseURL!);
  expect(damaged).toEqual({ name: 'FeatherpressError', code: 'damaged', status: 422, hasRequestId: true });
  expect(aborted).toMatchObject({ name: 'AbortError' });
});
