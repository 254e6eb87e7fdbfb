import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({ server: 'http://localhost:3000' });

const result = await featherpress.compress(await openAsBlob('photo.jpg'), {
  name: 'photo.jpg',
  preset: 'small',
  target: '100KB',
  keep: ['copyright', 'date', 'location'],
});
await writeFile('photo-small.jpg', result.stream());

const { sourceBytes, outputBytes, target } = result.report;
console.log(`${sourceBytes} -> ${outputBytes} bytes`);
if (!target.met) console.log('The smallest acceptable result is larger than the target.');
