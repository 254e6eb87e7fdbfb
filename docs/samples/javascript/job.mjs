import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const server = 'http://localhost:3000';

async function call(path, init) {
  const response = await fetch(server + path, init);
  if (response.ok) return response;
  const { error, code, requestId } = await response.json();
  throw new Error(`${error} (${code}, request ${requestId})`);
}

const form = new FormData();
form.append('file', await openAsBlob('photo.jpg'), 'photo.jpg');
const headers = { Prefer: 'respond-async' };
const accepted = await call('/api/compress', { method: 'POST', body: form, headers });
const path = accepted.headers.get('location');

// Server-sent events: "event: progress" while it goes on, then "completed", "failed" or "cancelled" with the job.
let job = await accepted.json();
const events = await call(`${path}/events`);
let text = '';
for await (const chunk of events.body.pipeThrough(new TextDecoderStream())) {
  text += chunk;
  const blocks = text.split('\n\n');
  text = blocks.pop();
  for (const block of blocks) {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    if (event === undefined) continue;
    const data = JSON.parse(/^data: (.*)$/m.exec(block)[1]);
    if (event === 'progress') console.log(data);
    else job = data;
  }
}
if (job.status !== 'completed') throw new Error(job.error ?? `The job is ${job.status}.`);

const result = await call(`${path}/result`);
await writeFile('photo-small.jpg', result.body);
console.log(`${job.sourceBytes} -> ${job.outputBytes} bytes`);
