import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const form = new FormData();
form.append('file', await openAsBlob('photo.jpg'), 'photo.jpg');
form.append('widths', '480,960');
form.append('formats', 'webp,jpeg');

const response = await fetch('http://localhost:3000/api/compress', { method: 'POST', body: form });
if (!response.ok) {
  const { error, code, requestId } = await response.json();
  throw new Error(`${error} (${code}, request ${requestId})`);
}
await writeFile('photo.zip', response.body);
