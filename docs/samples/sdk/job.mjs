import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({ server: 'http://localhost:3000' });

const { id } = await featherpress.start(await openAsBlob('photo.jpg'), {
  name: 'photo.jpg',
  onUploadProgress: ({ sentBytes, totalBytes }) => console.log(`sent ${sentBytes} of ${totalBytes}`),
});

for await (const update of featherpress.follow(id)) {
  if (update.type === 'progress') console.log(update.progress);
  else console.log(`${update.job.sourceBytes} -> ${update.job.outputBytes} bytes`);
}

// Throws a FeatherpressError with the reason when the job has failed.
const result = await featherpress.result(id);
await writeFile('photo-small.jpg', result.stream());
