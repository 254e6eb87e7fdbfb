import { openAsBlob } from 'node:fs';
import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({
  server: 'http://localhost:3000',
  key: process.env.FEATHERPRESS_TOKEN,
});

const { job } = await featherpress.compress(await openAsBlob('photo.jpg'), { name: 'photo.jpg' });
const { url, expiresAt } = await featherpress.share(job.id);
console.log(url, expiresAt);
