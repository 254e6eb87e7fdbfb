import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readUploadForm, type UploadFormOptions } from '#functions/http/upload-form.ts';
import { ApiError } from '#functions/services/api-error.ts';
import { listen } from '#tests/fixtures/listen.ts';

type Taken = { name: string | undefined; bytes: number; fields: Record<string, string> };

/** A server that answers with the files of a form, or with the code of its error. */
async function openForm(options: Partial<UploadFormOptions> = {}) {
  const files: Taken[] = [];
  const url = await listen((request, response) => {
    readUploadForm(request, {
      field: 'file',
      maxFiles: 1,
      tooMany: new ApiError('too-many-files'),
      noFile: 'missing-file',
      maxBodyBytes: 100_000,
      async onFile(file, fields) {
        const bytes = (await buffer(file.bytes)).length;
        files.push({ name: file.fileName, bytes, fields: Object.fromEntries(fields) });
      },
      ...options,
    }).then(
      (fields) => response.end(fields.length === 0 ? 'ok' : JSON.stringify(fields)),
      (error: Error & { code?: string }) => response.end(error.code ?? error.message),
    );
  });
  const send = async (parts: [name: string, value: string | File][]) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value);
    return (await fetch(url, { method: 'POST', body: form })).text();
  };
  return { url, send, files };
}

const file = (bytes = 5) => new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' });

describe('an upload form', () => {
  it('hands on the file with the fields before it', async () => {
    const { send, files } = await openForm();
    expect(await send([['preset', 'small'], ['file', file()]])).toBe('[["preset","small"]]'); // prettier-ignore
    expect(files).toEqual([{ name: 'a.png', bytes: 5, fields: { preset: 'small' } }]);
  });

  it('returns all fields, those after the file and repeated ones too', async () => {
    const { send, files } = await openForm();
    const parts: [string, string | File][] = [['a', '1'], ['file', file()], ['b', '2'], ['a', '3']]; // prettier-ignore
    expect(await send(parts)).toBe('[["a","1"],["b","2"],["a","3"]]');
    expect(files).toMatchObject([{ fields: { a: '1' } }]);
  });

  it.each<[string, [string, string | File][], string]>([
    ['no file', [['preset', 'small']], 'missing-file'],
    ['a file in another field', [['other', file()]], 'missing-file'],
    [
      'an empty file input',
      [['file', new File([], '', { type: 'application/octet-stream' })]],
      'missing-file',
    ],
    [
      'a second file',
      [
        ['file', file()],
        ['file', file()],
      ],
      'too-many-files',
    ],
    ['the file as a text', [['file', 'Hello']], 'missing-file'],
    ['a field that is too long', [['preset', 'x'.repeat(4_098)]], 'invalid-request'],
    ['too many fields', Array.from({ length: 11 }, (_, index) => [`f${index}`, 'x']), 'invalid-request'],
    ['more bytes than the limit', [['file', file(100_001)]], 'too-large'],
  ])('refuses %s', async (_what, parts, code) => {
    const { send } = await openForm();
    expect(await send(parts)).toBe(code);
  });

  it.each([
    ['application/json', 'missing-file'],
    ['multipart/form-data', 'invalid-request'],
  ])('refuses the content type %s', async (type, code) => {
    const { url } = await openForm();
    const answer = await fetch(url, { method: 'POST', body: '{}', headers: { 'Content-Type': type } });
    expect(await answer.text()).toBe(code);
  });

  it('passes on what the taker of a file throws', async () => {
    const onFile = () => Promise.reject(new ApiError('damaged'));
    const { send } = await openForm({ onFile });
    expect(await send([['file', file(50_000)]])).toBe('damaged');
  });

  // Else the second one waits for its end, which the parser hands on only when the first is read, and both wait for ever.
  it('takes a second file when the first is taken, also where both have begun to arrive', async () => {
    const log: string[] = [];
    const { url } = await openForm({
      maxFiles: 2,
      maxBodyBytes: 200_000,
      async onFile({ fileName, bytes }) {
        log.push(`begins ${fileName}`);
        if (fileName === 'a.png') await pause(100);
        log.push(`has ${(await buffer(bytes)).length} of ${fileName}`);
      },
    });
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const request = httpRequest(url, { method: 'POST', headers });
    const answered = new Promise((resolve) => request.on('response', resolve));
    const part = (name: string, bytes: number) =>
      `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${'x'.repeat(bytes)}`;
    request.write(`${part('a.png', 129_431)}\r\n${part('b.png', 60)}`);
    await pause(20);
    request.end('\r\n--b--\r\n');
    await answered;
    expect(log).toEqual(['begins a.png', 'has 129431 of a.png', 'begins b.png', 'has 60 of b.png']);
  });

  it('ends when the line breaks while a nameless file waits for the one before it', async () => {
    let take = () => {};
    const taken = new Promise<void>((resolve) => (take = resolve));
    let end = (_code: unknown) => {};
    const ended = new Promise((resolve) => (end = resolve));
    const url = await listen((request) => {
      // The form is given up in this event; the first file is taken after it.
      request.once('close', () => setImmediate(take));
      readUploadForm(request, {
        field: 'file',
        maxFiles: 2,
        tooMany: new ApiError('too-many-files'),
        noFile: 'missing-file',
        maxBodyBytes: 100_000,
        async onFile({ bytes }) {
          await buffer(bytes);
          await taken;
        },
      }).catch(({ code }: ApiError) => end(code));
    });
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const request = httpRequest(url, { method: 'POST', headers });
    request.on('error', () => {});
    const part = (more: string) => `--b\r\nContent-Disposition: form-data; name="file"${more}\r\n\r\nbytes`;
    const nameless = '; filename=""\r\nContent-Type: application/octet-stream';
    request.write(`${part('; filename="a.png"')}\r\n${part(nameless)}`);
    await pause(50);
    request.destroy();
    expect(await ended).toBe('invalid-request');
  }, 20_000);

  it('gives up on a client that sends nothing more', async () => {
    const { url } = await openForm({ idleMs: 50 });
    const request = httpRequest(url, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': 1_000 },
    });
    request.on('error', () => {});
    request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf');
    const text = await new Promise<string>((resolve) =>
      request.on('response', (response) => void response.setEncoding('utf8').on('data', resolve)),
    );
    request.destroy();
    expect(text).toBe('invalid-request');
  });
});
