import { readFile, writeFile } from 'node:fs/promises';
import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({ server: 'http://localhost:3000' });

// Bytes work as well as a Blob or a File.
const result = await featherpress.compress(await readFile('photo.jpg'), { name: 'photo.jpg' });
await writeFile('photo-small.jpg', await result.bytes());
