import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { endOfJob } from '#tests/fixtures/jobs.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { until } from '#tests/fixtures/until.ts';
import { jpegFile } from '#tests/fixtures/upload-files.ts';
import { startWebServer, type RunningServer } from '#tests/fixtures/web-server.ts';
import { startWorker } from '#workers/start-worker.ts';

const MB = 1024 ** 2;
const DISK_MB = 64;
/** Noise: nothing of it can be saved. */
const LARGE = 7 * MB;

const disk = mkdtempSync(join(tmpdir(), 'featherpress-disk-'));
const isMounted = mount();
let server: RunningServer;

beforeAll(async () => {
  if (isMounted)
    server = await startWebServer(
      { PUBLIC_URL: 'https://fp.example', TRUSTED_PROXIES: '1', MAX_FILE_BYTES: String(8 * MB) },
      { parent: disk },
    );
});
afterAll(async () => {
  await server?.close();
  if (isMounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

/** A small disk of its own, where we may mount one. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function send(address: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  const headers = { 'X-Forwarded-For': address, Prefer: 'respond-async', 'Content-Type': 'image/jpeg' };
  return fetch(`${server.url}/api/compress`, { method: 'POST', body, headers });
}

function noisyFile(): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(randomBytes(LARGE));
  made.set([0xff, 0xd8, 0xff, 0xe0]);
  return made;
}

describe.runIf(isMounted)('a small disk', () => {
  it('is left to others by an address that fills it, and its jobs outlive a time without room', async () => {
    const statuses: number[] = [];
    for (let file = 0; file < 6; file += 1) statuses.push((await send('203.0.113.50', noisyFile())).status);
    expect(statuses).toEqual([202, 202, 429, 429, 429, 429]);

    const photo = new Uint8Array(await jpegFile());
    const { id } = (await (await send('198.51.100.7', photo)).json()) as { id: string };
    const filler = join(disk, 'filler');
    // Room for records and messages, and for no file at work.
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, new Uint8Array(bavail * bsize - photo.length));
    expect((await send('198.51.100.8', photo)).status).toBe(507);

    const lines: string[] = [];
    const logger = createLogger({ write: (line) => lines.push(line) });
    const { config, platform } = server;
    const worker = await startWorker({ config, platform, logger, warmUp: false });
    try {
      await until('a postponed job', () => lines.join('').includes('job.postponed'));
      expect(await (await fetch(`${server.url}/api/jobs/${id}`)).json()).toMatchObject({ status: 'queued' });
      rmSync(filler);
      expect(await endOfJob(platform, id)).toMatchObject({ status: 'completed' });
      expect((await send('198.51.100.8', photo)).status).toBe(202);
    } finally {
      await worker.stop({ graceMs: 1_000 });
    }
  });

  it('stops a start in one sentence while it is full, and keeps nothing of it', () => {
    const filler = join(disk, 'filler');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, new Uint8Array(bavail * bsize));
    try {
      const env = { ...process.env, PORT: '0', DATA_DIR: join(disk, 'new') };
      const { stderr, status } = spawnSync(PROJECT_NODE, ['functions/all-in-one.ts'], {
        env,
        encoding: 'utf8',
      });
      expect([stderr, status]).toEqual([
        'Featherpress cannot use its data folder: the disk is full. Mend it, or start on another folder: DATA_DIR=other-folder npm start\n',
        1,
      ]);
      expect(readdirSync(join(disk, 'new'))).toEqual([]);
    } finally {
      rmSync(filler);
    }
  });
});
