import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const WORTH_REPEATING = [408, 409, 429, 500, 502, 503, 504, 507];

async function callWithRetries(url, init) {
  for (let wait = 1; ; wait *= 2) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(600_000) }).catch(
      (error) => error,
    );
    if (response.ok) return response;
    const isLost = response instanceof Error;
    if (wait > 16 || !(isLost || WORTH_REPEATING.includes(response.status))) {
      if (isLost) throw response;
      const { error, code, requestId } = await response.json();
      throw new Error(`${error} (${code}, request ${requestId})`);
    }
    const asked = isLost ? 0 : Number(response.headers.get('retry-after'));
    // At random, so that many clients do not come back at the same moment.
    await pause(1000 * (asked || wait * (0.5 + Math.random() / 2)));
  }
}

const form = new FormData();
form.append('file', await openAsBlob('photo.jpg'), 'photo.jpg');
const response = await callWithRetries('http://localhost:3000/api/compress', {
  method: 'POST',
  body: form,
  // The same key on every try: a try whose answer got lost starts no second job.
  headers: { 'Idempotency-Key': randomUUID() },
});
await writeFile('photo-small.jpg', response.body);
