import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { startChild, type Child } from '#tests/fixtures/child-process.ts';
import { startReceiver } from '#tests/fixtures/receiver.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';

const PROGRAM = fileURLToPath(new URL('../../../functions/all-in-one.ts', import.meta.url));

async function start(folder: string): Promise<{ child: Child; url: string }> {
  const child = startChild([PROGRAM], undefined, {
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    DELIVERY_HTTP: 'on',
    DELIVERY_ALLOW: '127.0.0.0/8',
  });
  onTestFinished(() => child.kill());
  return { child, url: /http:\/\/\S+/.exec(await child.nextLine())?.[0] ?? '' };
}

it('delivers a webhook whose process was killed while its receiver was thinking', async () => {
  const folder = temporaryFolder();
  const patience = { interval: 50 };
  const receiver = await startReceiver((response, number) => {
    if (number > 0) response.end();
  });
  const { child, url } = await start(folder);
  const form = new FormData();
  form.set('webhook', receiver.url);
  form.set('file', new Blob([new Uint8Array(await jpegFile())]), 'a.jpg');
  const headers = { Prefer: 'respond-async' };
  const answer = await fetch(`${url}/api/compress`, { method: 'POST', body: form, headers });
  expect(answer.status).toBe(202);
  await expect.poll(() => receiver.requests.length, patience).toBe(1);
  await child.kill('SIGKILL');

  await start(folder);
  await expect.poll(() => receiver.requests.length, patience).toBe(2);
  const [first, second] = receiver.requests;
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(second!.body.equals(first!.body)).toBe(true);
  // Without a secret of the operator the server has made one and kept it.
  const secret = (await readFile(`${folder}/secrets/webhook-secret`, 'utf8')).trim();
  new Webhook(secret).verify(second!.body.toString(), second!.headers as Record<string, string>);
});
