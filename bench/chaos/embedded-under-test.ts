import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../infra/setup/free-port.ts';
import { ChildUnderTest } from './child-under-test.ts';
import { fileNameIn, NO_LIMITS, type SystemUnderTest } from './system-under-test.ts';

const run = promisify(execFile);

/** Of the data folder, where a small disk can be had. */
const DISK_MB = 96;
/** Places that must be empty when nothing is under way. */
const EMPTY_PLACES = ['queue', 'incoming', 'tmp', 'objects/uploads', 'objects/jobs'];

/** One embedded server on one port and one folder; the folder is a small disk of its own where we may mount one. */
export async function startEmbedded(): Promise<SystemUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  const isDisk = await mountDisk(folder);
  const port = await freePort();
  const child = new ChildUnderTest('all', {
    ...NO_LIMITS,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
  });
  const data = join(folder, 'data');
  await child.launch();
  return {
    urls: [`http://127.0.0.1:${port}`],
    children: [child],
    whenUp: () => child.whenUp(),
    openMessages: async () => (await readdir(join(data, 'queue'))).length,
    leftovers: async () => {
      const all = await Promise.all(EMPTY_PLACES.map((place) => filesIn(join(data, place))));
      return all.flat().map((path) => path.slice(data.length + 1));
    },
    damageRecord: async (pick, note) => {
      const records = await filesIn(join(data, 'objects/jobs'));
      const path = records[pick(records.length)];
      const bytes = path && (await readFile(path).catch(() => null));
      const name = bytes && fileNameIn(bytes);
      if (!path || !bytes || !name) return false;
      note(name);
      await writeFile(path, bytes.subarray(0, bytes.length >> 1)).catch(() => {}); // Its job has just ended.
      return true;
    },
    restartRedis: null,
    scaleWorkers: null,
    fillDisk: isDisk ? () => fill(join(folder, 'filler')) : null,
    // Uploads that could not be deleted while the store refused go at the next start, before their time is over.
    expire: () => child.restart('SIGTERM'),
    async stop() {
      await child.end('SIGTERM');
      if (isDisk) await run('umount', [folder]).catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function mountDisk(folder: string): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
}

/** Writes until nothing more fits. @returns makes room again */
async function fill(path: string): Promise<() => Promise<void>> {
  const file = await open(path, 'w');
  try {
    for (const bytes of [1 << 20, 1 << 12]) {
      const zeroes = new Uint8Array(bytes);
      for (let full = false; !full;)
        full = await file.write(zeroes).then(
          () => false,
          () => true,
        );
    }
  } finally {
    await file.close();
  }
  return () => rm(path, { force: true });
}

async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
