import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readRawUpload } from '#functions/http/raw-upload.ts';
import { watchBody } from '#functions/http/watch-body.ts';
import { readUploadForm } from '#functions/http/upload-form.ts';
import { ApiError } from '#functions/services/api-error.ts';
import { listen } from '#tests/fixtures/listen.ts';
import { rawRequests } from '#tests/fixtures/raw-requests.ts';

const FORM = {
  field: 'file',
  maxFiles: 1,
  tooMany: new ApiError('too-many-files'),
  noFile: 'missing-file',
  maxBodyBytes: 100_000,
} as const;

const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes';

/** A request whose client sent its body, and was gone before anybody read it. */
async function brokenRequest(body: string, length: number): Promise<IncomingMessage> {
  let arrive: (request: IncomingMessage) => void;
  const arrived = new Promise<IncomingMessage>((resolve) => {
    arrive = resolve;
  });
  const url = new URL(await listen((request) => arrive(request)));
  const client = connect(Number(url.port), url.hostname);
  const head = `POST / HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}`;
  client.write(`${head}\r\n\r\n${body}`);
  const request = await arrived;
  client.resetAndDestroy();
  await new Promise((resolve) => request.once('close', resolve));
  return request;
}

const WHOLE = `${PART}\r\n--x--\r\n`;

describe.each([
  ['in the middle', PART, 9_000],
  ['with its last byte', WHOLE, WHOLE.length],
])('a client that went %s, before its body was read', (_when, body, length) => {
  it.each([
    ['form', (request: IncomingMessage) => readUploadForm(request, { ...FORM, onFile: taken })],
    ['body that is a file', (request: IncomingMessage) => readRawUpload(request, FORM, taken)],
  ])('ends the reading of its %s at once', async (_name, read) => {
    await expect(read(await brokenRequest(body, length))).rejects.toMatchObject({ code: 'invalid-request' });
  });
});

it.each([
  ['form', (request: IncomingMessage) => readUploadForm(request, { ...SOON, onFile: storedLate })],
  ['body that is a file', (request: IncomingMessage) => readRawUpload(request, SOON, storedLate)],
])('waits for a slow store when the whole %s has come', async (_name, read) => {
  const url = await listen((request, response) => {
    read(request).then(
      () => response.end('stored'),
      (error: ApiError) => response.end(error.code),
    );
  });
  const type = 'Content-Type: multipart/form-data; boundary=x';
  const head = `POST / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n${type}\r\nContent-Length: ${WHOLE.length}`;
  // In one piece: a busy machine may take longer than a client may be silent here to bring the second.
  expect(await rawRequests(url, [`${head}\r\n\r\n${WHOLE}`])).toMatch(/\r\n\r\nstored$/);
});

const SOON = { ...FORM, idleMs: 30 };

async function storedLate(file: { readonly bytes: Readable }): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 10 * SOON.idleMs));
  await taken(file);
}

async function taken(file: { readonly bytes: Readable }): Promise<void> {
  await buffer(file.bytes);
}

describe('a body that drips', () => {
  it.each([
    ['one byte at a time', 1, true],
    ['a slow line', 20_000, false],
  ])('is told by %s', (_what, bytes, isEnded) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const body = new PassThrough();
    const fail = vi.fn();
    const stop = watchBody(body as unknown as IncomingMessage, { maxBodyBytes: 1e6, idleMs: 300 }, fail);
    for (let ms = 0; ms < 900; ms += 20) {
      body.emit('data', Buffer.alloc(bytes));
      vi.advanceTimersByTime(20);
    }
    stop();
    expect(fail.mock.calls.length > 0).toBe(isEnded);
  });
});
