import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({
  server: 'http://localhost:3000',
  key: process.env.FEATHERPRESS_TOKEN,
});
const { name, email } = await featherpress.profile();
console.log(name, email);
