import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const form = new FormData();
form.append('file', await openAsBlob('photo.jpg'), 'photo.jpg');
form.append('preset', 'small');
form.append('target', '100KB');
form.append('keep', 'copyright,date,location');

const response = await fetch('http://localhost:3000/api/compress', { method: 'POST', body: form });
if (!response.ok) {
  const { error, code, requestId } = await response.json();
  throw new Error(`${error} (${code}, request ${requestId})`);
}
await writeFile('photo-small.jpg', response.body);

const { headers } = response;
console.log(`${headers.get('x-original-size')} -> ${headers.get('x-compressed-size')} bytes`);
if (headers.get('x-target-met') === 'false')
  console.log('The smallest acceptable result is larger than the target.');
