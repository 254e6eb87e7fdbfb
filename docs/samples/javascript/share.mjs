import { openAsBlob } from 'node:fs';

const server = 'http://localhost:3000';

async function call(path, init) {
  const response = await fetch(server + path, init);
  if (response.ok) return response;
  const { error, code, requestId } = await response.json();
  throw new Error(`${error} (${code}, request ${requestId})`);
}

const form = new FormData();
form.append('file', await openAsBlob('photo.jpg'), 'photo.jpg');
const result = await call('/api/compress', { method: 'POST', body: form });

const shared = await call('/api/shares', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${process.env.FEATHERPRESS_TOKEN}`,
  },
  body: JSON.stringify({ jobId: result.headers.get('x-job-id') }),
});
const { url, expiresAt } = await shared.json();
console.log(url, expiresAt);
