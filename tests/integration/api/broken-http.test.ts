import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearCancelledJobs } from '#tests/fixtures/jobs.ts';
import { FORM_TYPE, jpegPart, multipart } from '#tests/fixtures/multipart-form.ts';
import { abortedRequest, announce, head, rawRequests } from '#tests/fixtures/raw-requests.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { expectNothingLeft } from '#tests/support/nothing-left.ts';

const MAX_BYTES = 256 * 1024;
let server: RunningServer;
let photo: Buffer;
beforeAll(async () => {
  [server, photo] = await Promise.all([startWebServer({ MAX_FILE_BYTES: String(MAX_BYTES) }), jpegFile()]);
});
afterAll(() => server.close());
afterEach(() => expectNothingLeft(server));

const jpeg = jpegPart(() => photo);

describe('an upload over a line that is cut, slow or no HTTP', () => {
  it('leaves nothing of a body that breaks off', async () => {
    const lines = `POST /api/compress HTTP/1.1\r\nHost: test\r\nContent-Type: image/jpeg\r\nContent-Length: 9999\r\n\r\n`;
    await abortedRequest(server.url, [lines, photo.subarray(0, 5_000)]);
  });

  it('refuses a body that says it is too long before reading it', async () => {
    const { status, sentAll } = await announce(server.url, 201 * 1024 * 1024);
    expect(status).toBe(413);
    expect(sentAll).toBe(false);
  });

  it('refuses a client that waits for 100-continue without letting it send', async () => {
    const { status, sentAll } = await announce(server.url, 201 * 1024 * 1024, { Expect: '100-continue' });
    expect([status, sentAll]).toEqual([413, false]);
  });

  it('refuses an endless body that does not say its length, and the answer arrives', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const upload = httpRequest(`${server.url}/api/compress`, {
        method: 'POST',
        headers: { 'Content-Type': FORM_TYPE },
      });
      upload.on('response', (answer) => {
        upload.destroy();
        resolve(answer.statusCode);
      });
      upload.on('error', reject);
      upload.write(multipart([jpeg()], { closed: false }));
      const more = () => {
        while (!upload.destroyed && upload.write(Buffer.alloc(64 * 1024)));
      };
      upload.on('drain', more);
      more();
    });
    expect(status).toBe(413);
  });

  it('keeps the connection for the next request after a refusal', async () => {
    const text = await rawRequests(server.url, [
      head(multipart([jpeg({ bytes: 'Hello' })]).length),
      multipart([jpeg({ bytes: 'Hello' })]),
      'GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n',
    ]);
    expect(text).toContain('HTTP/1.1 400');
    expect(text).toContain('HTTP/1.1 200');
  });

  it.each<[string, () => (string | Uint8Array)[], string, string]>([
    [
      'a form that is longer than it says',
      () => {
        const body = multipart([jpeg()]);
        return [head(body.length - 10), body];
      },
      '400 Bad Request',
      'The form is not well formed',
    ],
    ['no HTTP at all', () => ['\0\x01\r\n\r\n'], '400 Bad Request', 'no well-formed HTTP request'],
    ['two lengths', () => [head(5).replace('\r\n\r\n', '\r\nContent-Length: 6\r\n\r\n'), 'Hello!'], '400 Bad Request', 'no well-formed HTTP'], // prettier-ignore
    [
      'a broken chunk',
      () => [head(5).replace('Content-Length: 5', 'Transfer-Encoding: chunked'), 'zz\r\n'],
      '400 Bad Request',
      'no well-formed HTTP',
    ],
    [
      'an expectation that nobody knows',
      () => [head(5).replace('\r\n\r\n', '\r\nExpect: 200-ok\r\n\r\n'), 'Hello'],
      '417 Expectation Failed',
      'only "100-continue"',
    ],
    [
      'a request without a host',
      () => ['GET /api/stats HTTP/1.1\r\nConnection: close\r\n\r\n'],
      '400 Bad Request',
      'no Host header',
    ],
    [
      'a request for a tunnel',
      () => ['CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n'],
      '501 Not Implemented',
      'no proxy',
    ],
    [
      'a socket where there is none',
      () => ['GET /api/jobs/%E0 HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
      '400 Bad Request',
      'not well formed',
    ],
    [
      'huge headers',
      () => [`GET /api/stats HTTP/1.1\r\nHost: test\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
      '431 Request Header Fields Too Large',
      'longer than 16 KB',
    ],
  ])('answers %s once, in words, and ends the connection', async (_what, chunks, status, words) => {
    const text = await rawRequests(server.url, chunks());
    expect(text.match(/HTTP\/1\.1 [^\r]*/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
    const { error, code, requestId } = JSON.parse(text.split('\r\n\r\n')[1]!) as Record<string, string>;
    expect(error).toContain(words);
    expect(code).toBe('invalid-request');
    expect(text).toContain(`X-Request-Id: ${requestId!}`);
  });

  it.each([[0.1], [0.5], [0.95]])('leaves nothing of an upload that stops at %f', async (share) => {
    const body = multipart([jpeg({ bytes: Buffer.concat([photo, Buffer.alloc(100_000)]) })]);
    await abortedRequest(server.url, [head(body.length), body.subarray(0, body.length * share)]);
  });

  it('cancels the job of a client that goes away while it waits', async () => {
    const body = multipart([jpeg()]);
    await abortedRequest(server.url, [head(body.length), body], async () => {
      await expect.poll(async () => (await server.platform.queue.depth()).waiting).toBe(1);
    });
    await expect.poll(() => server.keys('uploads/')).toEqual([]);
    await expect.poll(() => server.keys('jobs/')).toEqual([]);
    expect(await server.keys('outcomes/')).toHaveLength(1);
    await clearCancelledJobs(server.platform);
  });

  it('answers a client that would rather speak HTTP/2, as that of Java does', async () => {
    const body = multipart([jpeg({ bytes: 'Hello' })]);
    const upgrade =
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA';
    const text = await rawRequests(server.url, [
      head(body.length).replace('Connection: keep-alive', upgrade),
      body,
    ]);
    expect(text.match(/HTTP\/1\.1 [^\r]*/g)).toEqual(['HTTP/1.1 400 Bad Request']);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
    expect(text).toContain('"code":"unsupported-type"');
  });

  it('lets a slow client send to the end what was refused at its first bytes', async () => {
    const body = multipart([jpeg({ bytes: Buffer.alloc(5_000, 'Hello') })]);
    const pieces = Array.from({ length: 20 }, (_, index) =>
      body.subarray((index * body.length) / 20, ((index + 1) * body.length) / 20),
    );
    const text = await rawRequests(server.url, [head(body.length, 'close'), ...pieces], 50);
    expect(text).toContain('"code":"unsupported-type"');
  });
});
