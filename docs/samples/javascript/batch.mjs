import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const form = new FormData();
for (const name of ['photo.jpg', 'cover.png', 'report.pdf'])
  form.append('files', await openAsBlob(name), name);

const response = await fetch('http://localhost:3000/api/compress/batch', { method: 'POST', body: form });
if (!response.ok) {
  const { error, code, requestId } = await response.json();
  throw new Error(`${error} (${code}, request ${requestId})`);
}
await writeFile('small.zip', response.body);

// 200 means that at least one file could be compressed; featherpress-report.json in the zip says which.
// It counts the failed files, or says "unknown" where the zip began before the last file was done.
const failed = response.headers.get('x-failed-count');
if (failed !== '0') console.error(`Failed: ${failed} of ${response.headers.get('x-file-count')} files.`);
