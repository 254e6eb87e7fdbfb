import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSet } from '#engine/index.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

let server: RunningServer;
let photo: Buffer<ArrayBuffer>;
beforeAll(async () => {
  [server, photo] = await Promise.all([
    startWebServer({}, { worker: true }),
    jpegFile().then((bytes) => Buffer.from(bytes)),
  ]);
});
afterAll(() => server.close());

function form(...files: { name: string; bytes?: Buffer<ArrayBuffer>; type?: string; field?: string }[]) {
  const body = new FormData();
  for (const { name, bytes = photo, type = 'image/jpeg', field = 'file' } of files) {
    body.append(field, new Blob([bytes], { type }), name);
  }
  return body;
}
const post = (path: string, body: FormData, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method: 'POST', body, headers });

describe('POST /api/compress', () => {
  it('hands back a smaller file with its name, sizes and job', async () => {
    const before = await server.platform.counter.read();
    const answer = await post('/api/compress', form({ name: 'photo.jpg' }));
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="featherpress_photo.jpg"; filename*=UTF-8''featherpress_photo.jpg`,
    );
    expect(answer.headers.get('x-original-size')).toBe(String(photo.length));
    expect(answer.headers.get('x-compressed-size')).toBe(String(bytes.length));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(bytes.length).toBeLessThanOrEqual(photo.length);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(await server.platform.counter.read()).toBe(before + 1);
    await expect.poll(() => server.keys('uploads/')).toEqual([]);

    const id = answer.headers.get('x-job-id');
    const again = await fetch(`${server.url}/api/jobs/${id}/result`);
    expect(Buffer.from(await again.arrayBuffer())).toEqual(bytes);
  });

  it('hands back a set as a zip, named by its file', async () => {
    const answer = await post('/api/compress?widths=20,40&formats=jpeg,webp', form({ name: 'My photo.jpg' }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toContain('filename="featherpress_My photo.zip"');
    const entries = readSet(new Uint8Array(await answer.arrayBuffer()));
    expect(entries.map(({ name }) => name)).toContain('My-photo-20.webp');
    const document = { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4\n') };
    const ofDocument = await post('/api/compress?maxWidth=40', form(document));
    expect(ofDocument.status).toBe(400);
    expect(await ofDocument.text()).toContain('maxWidth go with single images only');
    await expect.poll(() => server.keys('uploads/')).toEqual([]);
    const refused = await post('/api/compress?widths=20&maxSide=40', form({ name: 'photo.jpg' }));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('maxWidth, maxHeight and maxSide do not go with widths');
  });

  it.each([
    ['Überblick – 2026.jpg', 'featherpress_Uberblick _ 2026.jpg', '%C3%9Cberblick%20%E2%80%93%202026.jpg'],
    ['写真.jpg', 'featherpress___.jpg', '%E5%86%99%E7%9C%9F.jpg'],
    ['a"b;c.jpg', 'featherpress_a_b;c.jpg', 'a%22b%3Bc.jpg'],
    ['../../etc/passwd.jpg', 'featherpress_passwd.jpg', 'passwd.jpg'],
    ['gpj\u202e.jpg', 'featherpress_gpj.jpg', 'gpj.jpg'],
  ])('names the result of %s safely', async (name, fallback, extended) => {
    const answer = await post('/api/compress', form({ name }));
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${fallback}"; filename*=UTF-8''featherpress_${extended}`,
    );
  });

  it.each([
    ['photo.jpg', '', 'photo.jpg'],
    ['photo.jpg', 'text/plain', 'photo.jpg'],
    ['photo.png', 'image/png', 'photo.jpg'],
    ['photo.heic', 'image/heic', 'photo.heic.jpg'],
    ['file', 'application/octet-stream', 'file.jpg'],
  ])('judges %s (%s) by its content', async (name, type, result) => {
    // As clients send it that name no type, such as requests for Python.
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n`;
    const typed = type === '' ? '' : `Content-Type: ${type}\r\n`;
    const body = Buffer.concat([Buffer.from(`${head}${typed}\r\n`), photo, Buffer.from('\r\n--x--\r\n')]);
    const answer = await fetch(`${server.url}/api/compress`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(answer.headers.get('content-disposition')).toContain(`filename="featherpress_${result}"`);
    await answer.arrayBuffer();
  });

  it('takes preset and target from fields and from the query', async () => {
    const body = new FormData();
    body.append('preset', 'small');
    body.append('target', '5KB');
    body.append('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
    const fromFields = await post('/api/compress', body);
    await fromFields.arrayBuffer();
    const fromQuery = await post('/api/compress?preset=high', form({ name: 'photo.jpg' }));
    await fromQuery.arrayBuffer();
    const jobs = await Promise.all(
      [fromFields, fromQuery].map(async (answer) =>
        (await fetch(`${server.url}/api/jobs/${answer.headers.get('x-job-id')}`)).json(),
      ),
    );
    expect(jobs).toMatchObject([
      { preset: 'small', targetBytes: 5_120, status: 'completed' },
      { preset: 'high', status: 'completed' },
    ]);
  });

  it('takes options after the file', async () => {
    const body = form({ name: 'photo.jpg' });
    body.append('preset', 'small');
    body.append('targetBytes', '5120');
    const answer = await post('/api/compress', body);
    await answer.arrayBuffer();
    const job = await fetch(`${server.url}/api/jobs/${answer.headers.get('x-job-id')}`);
    expect(await job.json()).toMatchObject({ preset: 'small', targetBytes: 5_120 });
  });

  it('tells by its headers what became of the file', async () => {
    const answer = await post('/api/compress', form({ name: 'photo.jpg' }));
    const bytes = (await answer.arrayBuffer()).byteLength;
    const id = answer.headers.get('x-job-id');
    const job = (await (await fetch(`${server.url}/api/jobs/${id}`)).json()) as {
      report: { score: number; steps: { step: string }[] };
    };
    expect(answer.headers.get('link')).toBe(`</api/jobs/${id}>; rel="describedby"; type="application/json"`);
    expect(answer.headers.get('x-saved-percent')).toBe((100 * (1 - bytes / photo.length)).toFixed(1));
    expect(answer.headers.get('x-score')).toBe(String(job.report.score));
    expect(answer.headers.has('x-target-met')).toBe(false);
    const timing = answer.headers.get('server-timing')!;
    expect(timing).toMatch(/^job;dur=\d+(, [\w-]+;dur=[\d.]+)+$/);
    for (const { step } of job.report.steps) expect(timing).toContain(`, ${step};dur=`);
    const exposed = answer.headers.get('access-control-expose-headers')!.split(', ');
    for (const [name] of answer.headers)
      if (/^(x-(?!content|frame)|link|server-timing|content-disp)/.test(name))
        expect(exposed.map((header) => header.toLowerCase())).toContain(name);
  });

  it.each([
    ['100', 'false'],
    ['1MB', 'true'],
  ])('says whether a target of %s was met', async (target, met) => {
    const answer = await post(`/api/compress?target=${target}`, form({ name: 'photo.jpg' }));
    await answer.arrayBuffer();
    expect([answer.status, answer.headers.get('x-target-met')]).toEqual([200, met]);
  });

  it.each<[Record<string, string>, string, string]>([
    [{ 'Content-Type': 'image/jpeg' }, '', 'featherpress_file.jpg'],
    [
      { 'Content-Type': 'application/octet-stream' },
      '?name=my photo.jpg&preset=small',
      'featherpress_my photo.jpg',
    ],
    // As curl sends --data-binary without a type.
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }, '?name=a.png', 'featherpress_a.jpg'],
    [{ 'Content-Disposition': 'attachment; filename="b.jpg"' }, '?name=a.jpg', 'featherpress_b.jpg'],
    [
      { 'Content-Disposition': "attachment; filename*=UTF-8''%c3%9cb.jpg; filename=c.jpg" },
      '',
      'featherpress_Ub.jpg',
    ],
    // A header in UTF-8, one character a byte.
    [{ 'Content-Disposition': 'attachment; filename="\u00c3\u009cb.jpg"' }, '', 'featherpress_Ub.jpg'],
    [{ 'Content-Disposition': 'attachment; filename="../../etc/p.jpg"' }, '', 'featherpress_p.jpg'],
    [{ 'Content-Disposition': ';;;' }, '', 'featherpress_file.jpg'],
  ])('takes a body that is the file itself, with %j and "%s"', async (headers, query, name) => {
    const sent = { 'Content-Type': 'image/jpeg', ...headers };
    const answer = await fetch(`${server.url}/api/compress${query}`, {
      method: 'POST',
      body: photo,
      headers: sent,
    });
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(photo.length);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('content-disposition')).toContain(`filename="${name}"`);
  });

  it('hands out a result in parts, and says when it is still the same', async () => {
    const first = await post('/api/compress', form({ name: 'a.jpg' }));
    const whole = Buffer.from(await first.arrayBuffer());
    const address = `${server.url}/api/jobs/${first.headers.get('x-job-id')}/result`;
    const get = async (headers: Record<string, string>, method = 'GET') => {
      const answer = await fetch(address, { headers, method });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        bytes,
        tag: answer.headers.get('etag')!,
      };
    };
    const { tag } = await get({});
    const size = whole.length;
    expect(await get({ Range: 'bytes=5-' })).toMatchObject({
      status: 206,
      range: `bytes 5-${size - 1}/${size}`,
      bytes: whole.subarray(5),
    });
    expect(await get({ Range: 'bytes=-3' })).toMatchObject({ status: 206, bytes: whole.subarray(-3) });
    expect(await get({ Range: 'bytes=0-0', 'If-Range': tag })).toMatchObject({
      status: 206,
      bytes: whole.subarray(0, 1),
    });
    expect(await get({ Range: 'bytes=0-0', 'If-Range': '"other"' })).toMatchObject({
      status: 200,
      bytes: whole,
    });
    expect(await get({ Range: 'bytes=0-1,4-5' })).toMatchObject({ status: 200, bytes: whole });
    expect(await get({ Range: 'lines=1' })).toMatchObject({ status: 200, bytes: whole });
    expect(await get({ Range: `bytes=${size}-` })).toMatchObject({ status: 416, range: `bytes */${size}` });
    // RFC 9110, section 13.1.1: of a list one is enough, and a weak tag is none.
    for (const same of [tag, '*', `"other", ${tag}`])
      expect(await get({ 'If-Match': same })).toMatchObject({ status: 200, bytes: whole });
    for (const other of ['"other"', `W/${tag}`, tag.slice(1, -1), ''])
      expect(await get({ 'If-Match': other, Range: 'bytes=0-0' })).toMatchObject({ status: 412, tag });
    expect(await get({ 'If-Match': '"other"', 'If-None-Match': tag })).toMatchObject({ status: 412 });
    expect(await get({ 'If-Match': '"other"' }, 'HEAD')).toMatchObject({ status: 412 });
    expect(await get({ 'If-None-Match': `W/${tag}` })).toMatchObject({ status: 304 });
    expect(await get({ 'If-None-Match': tag })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    expect(await get({}, 'HEAD')).toMatchObject({ status: 200, tag, bytes: Buffer.alloc(0) });
  });

  it('answers with a job only when the result takes longer than the client waits', async () => {
    const waited = await post('/api/compress', form({ name: 'a.jpg' }), {
      Prefer: 'wait=60, respond-async;x=1',
    });
    expect([waited.status, (await waited.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    const early = await post('/api/compress', form({ name: 'a.jpg' }), { Prefer: 'respond-async, wait=0' });
    expect([early.status, early.headers.get('preference-applied')]).toEqual([202, 'respond-async, wait=0']);
    const { id } = (await early.json()) as { id: string };
    await expect.poll(async () => (await fetch(`${server.url}/api/jobs/${id}/result`)).status).toBe(200);
  });

  it('answers at once and lets ask for the job when asked to', async () => {
    const answer = await post('/api/compress', form({ name: 'photo.jpg' }), { Prefer: 'respond-async' });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    const location = server.url + answer.headers.get('location');
    await expect
      .poll(async () => ((await (await fetch(location)).json()) as { status: string }).status)
      .toBe('completed');
    const job = (await (await fetch(location)).json()) as { result: string; report: object };
    expect(job.report).toMatchObject({ kind: 'jpeg', sourceBytes: photo.length });
    expect((await fetch(server.url + job.result)).status).toBe(200);

    expect((await fetch(location, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(server.url + job.result)).status).toBe(404);
    expect((await fetch(`${server.url}/api/jobs/AAAAAAAAAAAAAAAAAAAAAA`)).status).toBe(404);
  });
});

describe('POST /api/compress/batch', () => {
  it('keeps files apart whose names differ in what other systems refuse', async () => {
    const names = [
      '12:30 photo.jpg',
      '13:30 photo.jpg',
      '12_30 PHOTO.jpg',
      'p:x.jpg',
      'q:x.jpg',
      'a?*|<>.jpg',
    ];
    const answer = await post(
      '/api/compress/batch',
      form(...names.map((name) => ({ name, field: 'files' }))),
    );
    const { default: JSZip } = await import('jszip');
    const zip = await JSZip.loadAsync(await answer.arrayBuffer());
    const entries = Object.keys(zip.files);
    expect(entries).toEqual([
      'featherpress_12_30 photo.jpg',
      'featherpress_13_30 photo.jpg',
      'featherpress_12_30 PHOTO (2).jpg',
      'featherpress_p_x.jpg',
      'featherpress_q_x.jpg',
      'featherpress_a_____.jpg',
      'featherpress-report.json',
    ]);
    const report = JSON.parse(await zip.file('featherpress-report.json')!.async('string')) as {
      files: { name: string; result: string }[];
    };
    expect(report.files.map(({ result }) => result)).toEqual(entries.slice(0, -1));
    expect(report.files.map(({ name }) => name)).toEqual(names);
  });

  it('answers with the jobs of its files when asked to', async () => {
    const files = ['a.jpg', 'b.jpg'].map((name) => ({ name, field: 'files' }));
    const answer = await post('/api/compress/batch?preset=small', form(...files), {
      Prefer: 'respond-async; foo=1',
    });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    const { jobs } = (await answer.json()) as { jobs: { id: string; preset: string }[] };
    expect(jobs).toMatchObject([{ preset: 'small' }, { preset: 'small' }]);
    for (const { id } of jobs) {
      const result = () => fetch(`${server.url}/api/jobs/${id}/result`);
      await expect.poll(async () => (await result()).status).toBe(200);
    }
  });

  it('takes options after the files', async () => {
    const body = form({ name: 'a.jpg', field: 'files' });
    body.append('target', '100');
    const answer = await post('/api/compress/batch', body);
    await answer.arrayBuffer();
    expect([answer.status, answer.headers.get('x-target-met')]).toEqual([200, 'false']);
  });

  it('hands back a zip with every result and a report', async () => {
    const files = ['a.jpg', 'b.jpg', 'a.jpg'].map((name) => ({ name, field: 'files' }));
    const answer = await post('/api/compress/batch', form(...files));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const { default: JSZip } = await import('jszip');
    const zip = await JSZip.loadAsync(await answer.arrayBuffer());
    expect(Object.keys(zip.files)).toEqual([
      'featherpress_a.jpg',
      'featherpress_b.jpg',
      'featherpress_a (2).jpg',
      'featherpress-report.json',
    ]);
    const report = JSON.parse(await zip.file('featherpress-report.json')!.async('string')) as {
      files: object[];
    };
    expect(report.files).toHaveLength(3);
    expect(report.files[2]).toMatchObject({ name: 'a.jpg', result: 'featherpress_a (2).jpg', kind: 'jpeg' });
  });

  it('rejects the whole selection when one file is of a wrong kind', async () => {
    const good = { name: 'a.jpg', field: 'files' };
    const bad = { name: 'b.txt', field: 'files', type: 'text/plain', bytes: Buffer.from('Hello') };
    const answer = await post('/api/compress/batch', form(good, bad));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'unsupported-type' });
    await expect.poll(() => server.keys('uploads/')).toEqual([]);
  });
});
