import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { API_ERRORS } from '#platform/contracts/api-errors.ts';
import { jpegFile, oleHead, plainZip } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

const MAX_BYTES = 256 * 1024;
/** A machine under load may need it. */
const PATIENCE = { timeout: 30_000 };
let server: RunningServer;
let photo: Buffer;
let zip: Buffer;
beforeAll(async () => {
  [server, photo, zip] = await Promise.all([
    startWebServer({ MAX_FILE_BYTES: String(MAX_BYTES) }),
    jpegFile(),
    plainZip(),
  ]);
});
afterAll(() => server.close());
afterEach(async () => {
  await expect
    .poll(() => server.keys(), { message: 'nothing is left in the store', ...PATIENCE })
    .toEqual([]);
  expect((await server.platform.queue.depth()).waiting).toBe(0);
});

interface Part {
  readonly name: string | null;
  readonly bytes: Uint8Array | string;
  readonly type?: string;
  readonly field?: string;
}
const BOUNDARY = 'x-boundary-of-the-test';

function multipart(parts: readonly Part[], { closed = true } = {}): Buffer {
  const chunks = parts.flatMap(({ name, bytes, type, field = 'file' }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"` +
        (name === null ? '' : `; filename="${name}"`) +
        (type === undefined ? '' : `\r\nContent-Type: ${type}`) +
        '\r\n\r\n',
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(closed ? `--${BOUNDARY}--\r\n` : '')]);
}

async function send(body: Uint8Array | string, options: { path?: string; type?: string } = {}) {
  const answer = await fetch(server.url + (options.path ?? '/api/compress'), {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'Content-Type': options.type ?? `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const json = (await answer.json()) as { error: string; code: keyof typeof API_ERRORS; requestId: string };
  return { status: answer.status, requestId: answer.headers.get('x-request-id'), ...{ json } };
}

const jpeg = (over: Partial<Part> = {}): Part => ({
  name: 'a.jpg',
  type: 'image/jpeg',
  bytes: photo,
  ...over,
});
const field = (name: string, value: string): Part => ({ name: null, field: name, bytes: value });

describe('POST /api/compress with bad input', () => {
  it.each<[string, () => Uint8Array | string, keyof typeof API_ERRORS]>([
    ['no parts', () => multipart([]), 'missing-file'],
    ['only a field', () => multipart([field('preset', 'small')]), 'missing-file'],
    ['the file as a text field', () => multipart([field('file', 'Hello')]), 'missing-file'],
    [
      'an input in which nothing was chosen',
      () => multipart([{ name: '', type: 'application/octet-stream', bytes: '' }]),
      'missing-file',
    ],
    ['the file in another field', () => multipart([jpeg({ field: 'upload' })]), 'missing-file'],
    ['two files', () => multipart([jpeg(), jpeg()]), 'too-many-files'],
    ['an empty file', () => multipart([jpeg({ bytes: '' })]), 'damaged'],
    [
      'a text file',
      () => multipart([{ name: 'a.txt', type: 'text/plain', bytes: 'Hello' }]),
      'unsupported-type',
    ],
    ['a text file called JPEG', () => multipart([jpeg({ bytes: 'Hello' })]), 'unsupported-type'],
    ['a program called JPEG', () => multipart([jpeg({ bytes: 'MZ\x90\0' })]), 'unsupported-type'],
    [
      'a program called EXE',
      () => multipart([jpeg({ name: 'a.exe', bytes: 'MZ\x90\0' })]),
      'unsupported-type',
    ],
    [
      'a zip called zip',
      () => multipart([{ name: 'a.zip', type: 'application/zip', bytes: zip }]),
      'unsupported-type',
    ],
    ['a zip called JPEG', () => multipart([jpeg({ bytes: zip })]), 'unsupported-type'],
    [
      'a legacy presentation',
      () => multipart([{ name: 'a.ppt', type: 'application/vnd.ms-powerpoint', bytes: oleHead }]),
      'legacy-ppt',
    ],
    [
      'a legacy presentation without a type',
      () => multipart([{ name: 'a.ppt', type: 'application/octet-stream', bytes: oleHead }]),
      'legacy-ppt',
    ],
    [
      'a presentation with a password',
      () => multipart([{ name: 'a.pptx', type: 'application/octet-stream', bytes: oleHead }]),
      'legacy-ppt',
    ],
    [
      'a file over the limit',
      () => multipart([jpeg({ bytes: Buffer.concat([photo, Buffer.alloc(MAX_BYTES)]) })]),
      'too-large',
    ],
    ['an unknown preset', () => multipart([field('preset', 'tiny'), jpeg()]), 'invalid-request'],
    ['a negative target', () => multipart([field('target', '-5'), jpeg()]), 'invalid-request'],
    ['a target without a number', () => multipart([field('target', 'MB'), jpeg()]), 'invalid-request'],
    [
      'an unknown preset after the file',
      () => multipart([jpeg(), field('preset', 'tiny')]),
      'invalid-request',
    ],
    ['an unknown option', () => multipart([field('quality', '30'), jpeg()]), 'invalid-request'],
    [
      'an unknown option after the file',
      () => multipart([jpeg(), field('quality', '30')]),
      'invalid-request',
    ],
    [
      'an option before and after the file',
      () => multipart([field('preset', 'small'), jpeg(), field('preset', 'high')]),
      'invalid-request',
    ],
    [
      'a field that is too long',
      () => multipart([field('preset', 'x'.repeat(5_000)), jpeg()]),
      'invalid-request',
    ],
    [
      'too many fields',
      () => multipart([...Array.from({ length: 20 }, (_, index) => field(`f${index}`, 'x')), jpeg()]),
      'invalid-request',
    ],
    ['a form without an end', () => multipart([jpeg()], { closed: false }), 'invalid-request'],
    [
      'a file without an end',
      () => multipart([jpeg()], { closed: false }).subarray(0, 3_000),
      'invalid-request',
    ],
    [
      'a file cut in its first bytes',
      () => multipart([jpeg()], { closed: false }).subarray(0, 200),
      'invalid-request',
    ],
    ['a body that is no form', () => 'Hello', 'invalid-request'],
  ])('answers %s in plain words', async (_name, body, code) => {
    const { status, json, requestId } = await send(body());
    expect(json.code).toBe(code);
    expect(status).toBe(API_ERRORS[code].status);
    expect(json.requestId).toBe(requestId);
    expect(json.error).not.toMatch(/busboy|multipart|node_modules|Error:|undefined|\.ts/i);
  });

  it('takes bytes without a name, and names the field and the name that are missing', async () => {
    const nameless = (bytes: Uint8Array | string) => [
      multipart([{ name: null, type: 'application/octet-stream', bytes }]),
      multipart([{ name: '', type: 'application/octet-stream', bytes }]),
    ];
    for (const body of nameless('Hello')) expect((await send(body)).json.code).toBe('unsupported-type');
    for (const body of nameless('')) expect((await send(body)).json.code).toBe('missing-file');
    const { json } = await send(multipart([jpeg(), { name: null, field: '', bytes: 'x' }]));
    expect(json.error).toContain('There is no option "".');
    const boundary = await send('Hello', { type: 'multipart/form-data' });
    expect(boundary.json.error).toContain('names no boundary');
  });

  it.each([
    ['text/plain', 'missing-file'],
    ['application/json', 'missing-file'],
    ['multipart/form-data', 'invalid-request'],
    ['multipart/form-data; boundary=', 'invalid-request'],
  ])('answers the content type %s', async (type, code) => {
    expect((await send('Hello', { type })).json.code).toBe(code);
  });

  it.each([
    ['?prest=small', 'There is no option "prest". Did you mean "preset"?'],
    ['?preset=small&preset=high', 'The option "preset" was given more than once.'],
    ['?keep=date&keep=camera', 'Give its values once, with commas between them.'],
    ['?name=a.jpg', 'There is no option "name".'],
    ['?metadata=keep', 'There is no option "metadata".'],
    ['?callback_url=https://a.example', 'There is no option "callback_url".'],
  ])('refuses the query %s and names the option', async (query, message) => {
    const paths = ['/api/compress', '/api/compress/batch'];
    const fields = ['file', 'files'];
    for (const [index, path] of paths.entries()) {
      const { status, json } = await send(multipart([jpeg({ field: fields[index]! })]), {
        path: path + query,
      });
      expect([status, json.code]).toEqual([400, 'invalid-request']);
      expect(json.error).toContain(message);
    }
  });

  it.each([
    [
      '/api/compress',
      'f',
      'No file uploaded or unsupported file type: send it in the field "file", not in "f".',
    ],
    [
      '/api/compress/batch',
      'file',
      'No files uploaded or unsupported file types: send it in the field "files", not in "file".',
    ],
  ])('names the field that %s expects', async (path, field, message) => {
    expect((await send(multipart([jpeg({ field })]), { path })).json).toMatchObject({ error: message });
  });

  it.each([
    ['image/jpeg', () => 'Hello', '', 'unsupported-type'],
    ['image/gif', () => 'GIF89a', '', 'unsupported-type'],
    ['application/x-www-form-urlencoded', () => 'preset=small', '', 'unsupported-type'],
    ['image/jpeg', () => '', '', 'missing-file'],
    ['image/jpeg', () => photo, '?preset=tiny', 'invalid-request'],
    ['image/jpeg', () => photo, '?quality=5', 'invalid-request'],
    ['image/jpeg', () => Buffer.concat([photo, Buffer.alloc(MAX_BYTES)]), '', 'too-large'],
  ])('answers a body of the type %s that is no file', async (type, body, query, code) => {
    expect((await send(body(), { type, path: `/api/compress${query}` })).json.code).toBe(code);
  });

  it('leaves nothing of a body that breaks off', async () => {
    const lines = `POST /api/compress HTTP/1.1\r\nHost: test\r\nContent-Type: image/jpeg\r\nContent-Length: 9999\r\n\r\n`;
    await abortedRequest([lines, photo.subarray(0, 5_000)]);
  });

  it('says the words of the specification', async () => {
    const words = async (part: Part) => (await send(multipart([part]))).json.error;
    expect(await words({ name: 'a.gif', type: 'image/gif', bytes: 'GIF89a' })).toBe(
      'Please select only PDF, JPEG, PNG, WebP, PPTX, or PPT files.',
    );
    expect(await words({ name: 'a.ppt', bytes: oleHead })).toBe(
      'Please save your presentation as a .pptx file before uploading.',
    );
    expect((await send(multipart([]))).json.error).toBe('No file uploaded or unsupported file type');
    expect((await send(multipart([]), { path: '/api/compress/batch' })).json.error).toBe(
      'No files uploaded or unsupported file types',
    );
  });

  it('refuses an eleventh file of a batch and keeps none', async () => {
    const files = Array.from({ length: 11 }, () => jpeg({ field: 'files', bytes: photo.subarray(0, 2_000) }));
    // Nobody works on them here, so the batch can only end by being refused.
    const { status, json } = await send(multipart(files), { path: '/api/compress/batch' });
    expect([status, json.error]).toEqual([400, 'You can upload up to 10 files at a time.']);
    await clearCancelledJobs();
  });

  it('refuses a body that says it is too long before reading it', async () => {
    const started = performance.now();
    const { status, sentAll } = await announce(201 * 1024 * 1024);
    expect(status).toBe(413);
    expect(sentAll).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('refuses a client that waits for 100-continue without letting it send', async () => {
    const { status, sentAll } = await announce(201 * 1024 * 1024, { Expect: '100-continue' });
    expect([status, sentAll]).toEqual([413, false]);
  });

  it('refuses an endless body that does not say its length, and the answer arrives', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const upload = httpRequest(`${server.url}/api/compress`, {
        method: 'POST',
        headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
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
    const text = await rawRequests([
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
      'huge headers',
      () => [`GET /api/stats HTTP/1.1\r\nHost: test\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
      '431 Request Header Fields Too Large',
      'longer than 16 KB',
    ],
  ])('answers %s once, in words, and ends the connection', async (_what, chunks, status, words) => {
    const text = await rawRequests(chunks());
    expect(text.match(/HTTP\/1\.1 [^\r]*/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
    const { error, code, requestId } = JSON.parse(text.split('\r\n\r\n')[1]!) as Record<string, string>;
    expect(error).toContain(words);
    expect(code).toBe('invalid-request');
    expect(text).toContain(`X-Request-Id: ${requestId!}`);
  });

  it.each<[string, () => Uint8Array | string, string | undefined, RegExp]>([
    [
      'a file without a name',
      () => multipart([{ name: null, bytes: photo }]),
      undefined,
      /Send it with a file name/,
    ],
    ['JSON', () => '{}', 'application/json', /"application\/json" is no form/],
    [
      'a part with huge headers',
      () => multipart([jpeg({ type: 'a'.repeat(99_000) })]),
      undefined,
      /not well formed/,
    ],
    ['a name with a null byte', () => multipart([jpeg({ name: 'a\0b.jpg' })]), undefined, /not well formed/],
  ])('says what is wrong with %s', async (_what, body, type, words) => {
    const { status, json } = await send(body(), type === undefined ? {} : { type });
    expect([status, json.error]).toEqual([400, expect.stringMatching(words)]);
  });

  it.each([[0.1], [0.5], [0.95]])('leaves nothing of an upload that stops at %f', async (share) => {
    const body = multipart([jpeg({ bytes: Buffer.concat([photo, Buffer.alloc(100_000)]) })]);
    await abortedRequest([head(body.length), body.subarray(0, body.length * share)]);
  });

  it('cancels the job of a client that goes away while it waits', async () => {
    const body = multipart([jpeg()]);
    await abortedRequest([head(body.length), body], async () => {
      await expect.poll(async () => (await server.platform.queue.depth()).waiting, PATIENCE).toBe(1);
    });
    await expect.poll(() => server.keys('uploads/'), PATIENCE).toEqual([]);
    await expect.poll(() => server.keys('jobs/'), PATIENCE).toEqual([]);
    expect(await server.keys('outcomes/')).toHaveLength(1);
    await clearCancelledJobs();
  });

  it('answers a client that would rather speak HTTP/2, as that of Java does', async () => {
    const body = multipart([jpeg({ bytes: 'Hello' })]);
    const upgrade =
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA';
    const text = await rawRequests([head(body.length).replace('Connection: keep-alive', upgrade), body]);
    expect(text.match(/HTTP\/1\.1 [^\r]*/g)).toEqual(['HTTP/1.1 400 Bad Request']);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
    expect(text).toContain('"code":"unsupported-type"');
  });

  it('takes a file from a slow client', async () => {
    const body = multipart([jpeg({ bytes: Buffer.alloc(5_000, 'Hello') })]);
    const pieces = Array.from({ length: 20 }, (_, index) =>
      body.subarray((index * body.length) / 20, ((index + 1) * body.length) / 20),
    );
    const text = await rawRequests([head(body.length, 'close'), ...pieces], 5);
    expect(text).toContain('"code":"unsupported-type"');
  });

  it('lets no file name break into the headers or the log', async () => {
    const evil = 'a.jpg\\"\r\nX-Evil: yes\r\nSet-Cookie: a=b; .png';
    const { status } = await send(multipart([jpeg({ name: evil, bytes: 'Hello' })]));
    expect(status).toBe(400);
    expect(server.log()).not.toContain('X-Evil');
    expect(server.log()).not.toContain('a.jpg');
  });
});

/** The next delivery of a cancelled job's message would do this: nothing is left to be done. */
async function clearCancelledJobs(): Promise<void> {
  const { queue, objects } = server.platform;
  for (;;) {
    const messages = await queue.receive({ max: 10, waitSeconds: 0 });
    if (messages.length === 0) break;
    for (const { receiptHandle } of messages) await queue.delete(receiptHandle);
  }
  const left = await server.keys();
  expect(left.every((key) => /^(jobs|outcomes)\//.test(key))).toBe(true);
  await objects.delete(left);
}

function head(length: number, connection = 'keep-alive'): string {
  return (
    `POST /api/compress HTTP/1.1\r\nHost: test\r\nConnection: ${connection}\r\n` +
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n`
  );
}

/** Announces a long body and waits for the answer before sending it. */
function announce(length: number, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; sentAll: boolean }>((resolve, reject) => {
    const upload = httpRequest(`${server.url}/api/compress`, {
      method: 'POST',
      headers: {
        'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
        'Content-Length': length,
        ...headers,
      },
    });
    let sentAll = false;
    upload.on('continue', () => (sentAll = true));
    upload.on('response', (answer) => {
      answer.resume();
      upload.destroy();
      resolve({ status: answer.statusCode, sentAll });
    });
    upload.on('error', reject);
    upload.flushHeaders();
  });
}

async function rawRequests(chunks: readonly (string | Uint8Array)[], pauseMs = 0): Promise<string> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.on('data', (data) => (text += data.toString('latin1')));
  const ended = new Promise<void>((resolve, reject) => socket.on('end', resolve).on('error', reject));
  for (const chunk of chunks) {
    socket.write(chunk);
    if (pauseMs > 0) await pause(pauseMs);
  }
  await ended;
  return text;
}

async function abortedRequest(chunks: readonly (string | Uint8Array)[], meanwhile = () => pause(50)) {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  for (const chunk of chunks) socket.write(chunk);
  await meanwhile();
  socket.destroy();
}
