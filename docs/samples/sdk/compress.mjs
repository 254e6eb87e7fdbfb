import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({ server: 'http://localhost:3000' });

const result = await featherpress.compress(await openAsBlob('photo.jpg'), { name: 'photo.jpg' });
await writeFile('photo-small.jpg', result.stream());
console.log(result.report.savingsRatio);
