import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { App } from 'aws-cdk-lib';
import { buildApp } from './build-app.ts';
import { readSettings } from './settings.ts';

/** `npm run cdk -- synth|diff|deploy -c account=… -c region=… -c domain=…` */
const ASSETS = fileURLToPath(new URL('../../build/client/assets', import.meta.url));

const app = new App();
try {
  if (!existsSync(ASSETS)) throw new Error('The site is not built yet: npm run build');
  buildApp(app, readSettings(app.node), ASSETS);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
