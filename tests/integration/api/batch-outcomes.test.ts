import JSZip from 'jszip';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startWebServer({}, { worker: true });
});
afterAll(() => server.close());

const batch = (...files: Uint8Array<ArrayBuffer>[]) => batchIn(() => 'files', files);

function batchIn(field: (index: number) => string, files: readonly Uint8Array<ArrayBuffer>[]) {
  const body = new FormData();
  files.forEach((bytes, index) =>
    body.append(field(index), new Blob([bytes], { type: 'image/jpeg' }), `${index}.jpg`),
  );
  // Else a busy machine answers before the last file is done, and without totals.
  const headers = { Prefer: 'respond-async, wait=300' };
  return fetch(`${server.url}/api/compress/batch`, { method: 'POST', headers, body });
}
/** A JPEG that ends before its picture begins. */
const cutShort = async () => new Uint8Array((await jpegFile()).subarray(0, 60));

it('delivers what could be compressed and names what could not', async () => {
  const answer = await batch(new Uint8Array(await jpegFile()), await cutShort());
  expect(answer.status).toBe(200);
  expect([answer.headers.get('x-file-count'), answer.headers.get('x-failed-count')]).toEqual(['2', '1']);
  const zip = await JSZip.loadAsync(await answer.arrayBuffer());
  expect(Object.keys(zip.files)).toEqual(['featherpress_0.jpg', 'featherpress-report.json']);
  const report = JSON.parse(await zip.file('featherpress-report.json')!.async('string')) as {
    files: object[];
  };
  expect(report.files[1]).toMatchObject({ name: '1.jpg', code: 'damaged' });
});

it('answers 422 with every reason when none could be compressed', async () => {
  const answer = await batch(await cutShort(), await cutShort());
  expect(answer.status).toBe(422);
  const { code, error } = (await answer.json()) as { code: string; error: string };
  expect(code).toBe('nothing-compressed');
  expect(error).toMatch(/^None of the files could be compressed\. 0\.jpg: .+ 1\.jpg: .+/);
  await expect.poll(() => server.keys('uploads/')).toEqual([]);
});

it.each([
  ['files[]', () => 'files[]'],
  ['files[0], files[1]', (index: number) => `files[${index}]`],
])('takes the field as PHP calls it: %s', async (_name, field) => {
  const photo = new Uint8Array(await jpegFile(32, 24));
  const answer = await batchIn(field, [photo, photo]);
  expect([answer.status, answer.headers.get('x-file-count')]).toEqual([200, '2']);
  await answer.arrayBuffer();
});
