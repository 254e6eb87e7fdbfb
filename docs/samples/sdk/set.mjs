import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({ server: 'http://localhost:3000' });

const result = await featherpress.compress(await openAsBlob('photo.jpg'), {
  name: 'photo.jpg',
  widths: [480, 960],
  formats: ['webp', 'jpeg'],
});
await writeFile('photo.zip', result.stream());

for (const { name, bytes } of result.report.output.files) console.log(`${name}: ${bytes} bytes`);
