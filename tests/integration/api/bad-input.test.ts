import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { API_ERRORS } from '#platform/contracts/api-errors.ts';
import { BAD_FORMS } from '#tests/fixtures/bad-forms.ts';
import { clearCancelledJobs } from '#tests/fixtures/jobs.ts';
import { FORM_TYPE, jpegPart, multipart, type Part } from '#tests/fixtures/multipart-form.ts';
import { jpegFile, oleHead, plainZip } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { expectNothingLeft } from '#tests/support/nothing-left.ts';

const MAX_BYTES = 256 * 1024;
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
afterEach(() => expectNothingLeft(server));

async function send(body: Uint8Array | string, options: { path?: string; type?: string } = {}) {
  const answer = await fetch(server.url + (options.path ?? '/api/compress'), {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'Content-Type': options.type ?? FORM_TYPE },
  });
  const json = (await answer.json()) as { error: string; code: keyof typeof API_ERRORS; requestId: string };
  return { status: answer.status, requestId: answer.headers.get('x-request-id'), ...{ json } };
}

const jpeg = jpegPart(() => photo);

describe('POST /api/compress with bad input', () => {
  it.each(BAD_FORMS)('answers %s in plain words', async (_name, body, code) => {
    const { status, json, requestId } = await send(body({ jpeg, photo, zip, maxBytes: MAX_BYTES }));
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

  it.each<[string, () => Uint8Array, number]>([
    ['gzip', () => gzipSync(photo), 415],
    // As aiohttp sends it with compress=True.
    ['deflate', () => deflateRawSync(photo), 415],
    ['x-gzip', () => gzipSync(photo), 415],
    ['identity, BR', () => brotliCompressSync(photo), 415],
    // Mistakes that change no byte: what came is judged.
    ['UTF-8', () => Buffer.from('Hello'), 400],
    ['identity', () => Buffer.from('Hello'), 400],
  ])('answers a body with the Content-Encoding %s', async (coding, bytes, status) => {
    for (const [path, type] of [
      ['/api/compress', 'image/jpeg'],
      ['/api/compress', FORM_TYPE],
      ['/api/compress/batch', FORM_TYPE],
    ] as const) {
      const headers = { 'Content-Type': type, 'Content-Encoding': coding };
      const answer = await fetch(server.url + path, {
        method: 'POST',
        body: bytes() as BodyInit,
        headers,
      });
      const { code } = (await answer.json()) as { code: string };
      expect([answer.status, code === 'encoded-body']).toEqual([status, status === 415]);
      expect(answer.headers.get('accept-encoding')).toBe(status === 415 ? 'identity' : null);
    }
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
    await clearCancelledJobs(server.platform);
  });

  it.each<[string, () => Uint8Array | string, string | undefined, RegExp]>([
    [
      'a file without a name',
      () => multipart([{ name: null, bytes: photo }]),
      undefined,
      /Send it with a file name/,
    ],
    ['JSON', () => '{}', 'application/json', /JSON names one by its address/],
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

  it('lets no file name break into the headers or the log', async () => {
    const evil = 'a.jpg\\"\r\nX-Evil: yes\r\nSet-Cookie: a=b; .png';
    const { status } = await send(multipart([jpeg({ name: evil, bytes: 'Hello' })]));
    expect(status).toBe(400);
    expect(server.log()).not.toContain('X-Evil');
    expect(server.log()).not.toContain('a.jpg');
  });
});
