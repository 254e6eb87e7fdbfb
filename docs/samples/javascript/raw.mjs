import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const response = await fetch('http://localhost:3000/api/compress?name=photo.jpg', {
  method: 'POST',
  body: await openAsBlob('photo.jpg', { type: 'image/jpeg' }),
});
if (!response.ok) {
  const { error, code, requestId } = await response.json();
  throw new Error(`${error} (${code}, request ${requestId})`);
}
await writeFile('photo-small.jpg', response.body);
