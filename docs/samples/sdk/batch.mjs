import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({ server: 'http://localhost:3000' });

const files = await Promise.all(
  ['photo.jpg', 'cover.png', 'report.pdf'].map(async (name) => ({ name, file: await openAsBlob(name) })),
);
const batch = await featherpress.compressBatch(files);
await writeFile('small.zip', batch.stream());
if (batch.failedCount > 0) console.error(`${batch.failedCount} of ${batch.fileCount} files failed.`);
