import { Featherpress } from 'featherpress/client';

const featherpress = new Featherpress({ server: 'http://localhost:3000' });
console.log(await featherpress.signIn(process.env.GOOGLE_ID_TOKEN));
