import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({ server: 'http://localhost:3000' });

const files = await Promise.all(
  ['photo.jpg', 'cover.png', 'report.pdf'].map(async (name) => ({ name, file: await openAsBlob(name) })),
);
const batch = await featherpress.compressBatch(files);
await writeFile('small.zip', batch.stream());
// Undefined where the zip began before the last file was done; featherpress-report.json in it says which failed.
if (batch.failedCount !== 0)
  console.error(`Failed: ${batch.failedCount ?? 'unknown'} of ${batch.fileCount} files.`);
