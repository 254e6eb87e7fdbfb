import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeliveryListAnswer, JobAnswer } from '#platform/contracts/api/answers.ts';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import { startChild, type Child } from '#tests/fixtures/child-process.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { installClient } from '#tests/support/sample-programs.ts';
import { freePort } from '../../infra/setup/free-port.ts';

/** The programs of docs/receivers, each told by a real delivery that a job has ended. */

const RECEIVERS = fileURLToPath(new URL('../../docs/receivers', import.meta.url));
const NEW_SECRET = createWebhookSecret();
const OLD_SECRET = createWebhookSecret();

/** How each is started, with the port in its environment or, of PHP, its arguments. */
const COMMANDS: Readonly<Record<string, (port: number) => readonly [program: string, ...args: string[]]>> = {
  'receiver.mjs': () => [PROJECT_NODE, join(RECEIVERS, 'receiver.mjs')],
  'receiver-sdk.mjs': () => [PROJECT_NODE, join(folder, 'receiver-sdk.mjs')],
  'receiver.py': () => ['python3', '-I', join(RECEIVERS, 'receiver.py')],
  // What it is told it writes to its log, beside the requests.
  'receiver.php': (port) => [
    'sh',
    '-c',
    `exec php -S 127.0.0.1:${port} "$0" 2>&1`,
    join(RECEIVERS, 'receiver.php'),
  ],
  'receiver.go': () => [goProgram],
};

const PATIENCE = { interval: 50 };

let folder: string;
let goProgram: string;
let server: RunningServer;
let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'featherpress-receivers-'));
  goProgram = buildGo(folder);
  await cp(join(RECEIVERS, 'receiver-sdk.mjs'), join(folder, 'receiver-sdk.mjs'));
  await installClient(join(folder, 'node_modules/featherpress'));
  const env = {
    WEBHOOK_SECRET: `${NEW_SECRET},${OLD_SECRET}`,
    DELIVERY_HTTP: 'on',
    DELIVERY_ALLOW: '127.0.0.0/8',
  };
  server = await startWebServer(env, { worker: true });
  photo = new Uint8Array(await jpegFile(64, 48));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

// Both while a secret is changed: a receiver that has only one of them, whichever, beside others.
const CASES = Object.keys(COMMANDS).flatMap((name) => [
  { name, which: 'the new secret', secrets: NEW_SECRET },
  { name, which: 'the old secret and another', secrets: `${createWebhookSecret()},${OLD_SECRET}` },
]);

it.concurrent.for(CASES)(
  '$name believes a delivery by $which, tells it once, and refuses others',
  async ({ name, secrets }, { expect, onTestFinished }) => {
    const receiver = await started(name, secrets, onTestFinished);
    const { id, publicId } = await jobWithWebhook(`${receiver.url}/hooks`);
    const told = () => receiver.lines.filter((line) => line.includes(`job.completed ${publicId} completed`));
    await expect.poll(() => told().length, PATIENCE).toBe(1);
    await fetch(`${server.url}/api/jobs/${id}/deliveries/webhook/resend`, { method: 'POST' });
    const states = async () => (await deliveriesOf(id)).map(({ state }) => state);
    await expect.poll(states, PATIENCE).toEqual(['delivered', 'delivered']);
    expect(told()).toHaveLength(1);
    const forged = await fetch(receiver.url, {
      method: 'POST',
      body: '{"type":"job.completed"}',
      headers: {
        'webhook-id': 'msg_forged',
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
        'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
      },
    });
    expect(forged.status).toBe(400);
    expect((await fetch(receiver.url, { method: 'POST', body: '{}' })).status).toBe(400);
  },
);

it('is refused by receivers whose secret is another one', async ({ onTestFinished }) => {
  const receiver = await started('receiver.mjs', createWebhookSecret(), onTestFinished);
  const { id } = await jobWithWebhook(receiver.url);
  await expect.poll(async () => (await deliveriesOf(id))[0]?.attempts[0]?.status, PATIENCE).toBe(400);
});

async function jobWithWebhook(webhook: string): Promise<JobAnswer> {
  const form = new FormData();
  form.append('webhook', webhook);
  form.append('file', new Blob([photo]), 'a.jpg');
  const headers = { Prefer: 'respond-async' };
  const answer = await fetch(`${server.url}/api/compress`, { method: 'POST', body: form, headers });
  expect(answer.status).toBe(202);
  return (await answer.json()) as JobAnswer;
}

async function deliveriesOf(id: string) {
  const answer = await fetch(`${server.url}/api/jobs/${id}/deliveries`);
  return ((await answer.json()) as DeliveryListAnswer).deliveries;
}

/** Starts a receiver. It ends with the test. */
async function started(name: string, secrets: string, onFinished: (stop: () => Promise<void>) => void) {
  const port = await freePort();
  const [program, ...args] = COMMANDS[name]!(port);
  const child = startChild(args, program, { WEBHOOK_SECRETS: secrets, PORT: String(port) });
  onFinished(() => child.kill());
  const lines: string[] = [];
  lines.push(await child.nextLine());
  void readOn(child, lines);
  return { url: `http://127.0.0.1:${port}`, lines };
}

async function readOn(child: Child, lines: string[]): Promise<void> {
  for (;;) {
    const line = await child.nextLine().catch(() => null);
    if (line === null) return;
    lines.push(line);
  }
}

function buildGo(folder: string): string {
  const path = join(folder, 'receiver');
  const args = ['build', '-ldflags=-s -w', '-o', path, join(RECEIVERS, 'receiver.go')];
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOPROXY: 'off' };
  const { status, stderr } = spawnSync('go', args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`The receiver in Go does not compile:\n${stderr}`);
  return path;
}
