import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startChild, type Child } from '#tests/fixtures/child-process.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { picture } from '../../../bench/sample-pictures.ts';
import { filesBelow } from '#tests/fixtures/files-below.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../../functions/all-in-one.ts', import.meta.url));
const FILES = 12;

async function start(folder: string): Promise<{ child: Child; url: string }> {
  const child = startChild([PROGRAM], undefined, { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' });
  onTestFinished(() => child.kill());
  const line = await child.nextLine();
  return { child, url: /http:\/\/\S+/.exec(line)?.[0] ?? line };
}

/** Leaves a file with the server and does not wait. @returns the address of its job */
async function submit(url: string, bytes: Uint8Array, target: number): Promise<string> {
  const form = new FormData();
  form.set('preset', 'high');
  form.set('file', new File([Uint8Array.from(bytes)], `photo-${target}.jpg`, { type: 'image/jpeg' }));
  const response = await fetch(`${url}/api/compress`, {
    method: 'POST',
    body: form,
    headers: { prefer: 'respond-async' },
  });
  expect(response.status).toBe(202);
  return new URL(response.headers.get('location') ?? '', url).pathname;
}

async function statusOf(url: string, job: string): Promise<string> {
  return ((await (await fetch(`${url}${job}`)).json()) as { status: string }).status;
}

describe('all-in-one', () => {
  it('finishes and counts every job once after it was killed in the middle, twice', async () => {
    const folder = temporaryFolder();
    let { child, url } = await start(folder);
    const photos = await Promise.all([1, 2, 3].map((seed) => picture('jpeg', 160, 120, seed)));
    const jobs: string[] = [];
    for (let index = 0; index < FILES; index += 1) jobs.push(await submit(url, photos[index % 3]!, index));
    for (let round = 0; round < 2; round += 1) {
      await child.kill('SIGKILL');
      ({ child, url } = await start(folder));
    }
    await expect
      .poll(() => Promise.all(jobs.map((job) => statusOf(url, job))), { interval: 250 })
      .toEqual(Array(FILES).fill('completed'));
    await expect.poll(() => readdir(join(folder, 'queue'))).toEqual([]);
    expect(await (await fetch(`${url}/api/stats`)).json()).toEqual({ compressedCount: FILES });
    for (const place of ['objects/uploads', 'incoming'])
      expect(await readdir(join(folder, place))).toEqual([]);
    const workspaces = await readdir(join(folder, 'tmp'));
    expect(workspaces).toHaveLength(1);
    expect(await filesBelow(join(folder, 'tmp'))).toEqual([]);

    await child.kill('SIGTERM');
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
    ({ url } = await start(folder));
    expect(await (await fetch(`${url}/api/stats`)).json()).toEqual({ compressedCount: FILES });
  });

  it('ends with the shell that npm started it in', async () => {
    const folder = temporaryFolder();
    const shell = startChild(['-c', `'${PROJECT_NODE}' '${PROGRAM}'; true`], 'sh', {
      PORT: '0',
      DATA_DIR: folder,
      npm_lifecycle_event: 'start',
    });
    const url = /http:\/\/\S+/.exec(await shell.nextLine())?.[0] ?? '';
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    // Resolves when the last process that holds its output has ended.
    await shell.kill('SIGTERM');
    expect(await readdir(folder)).not.toContain('running.lock');
  });

  it('says what to do when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const child = startChild(['--input-type=module', '-e', STARTER], undefined, {
      PORT: String(port),
      DATA_DIR: temporaryFolder(),
    });
    expect(await child.nextLine()).toBe(
      `Port ${port} is already in use. Start Featherpress on another one: PORT=${port + 1} npm start`,
    );
    expect(await child.nextLine()).toBe('1');
  });

  it.each([
    ['a file', (folder: string) => writeFile(join(folder, 'taken'), ''), 'a file is in its place'],
    [
      'a folder with a file in the place of another',
      async (folder: string) => {
        await mkdir(join(folder, 'taken'));
        await writeFile(join(folder, 'taken', 'objects'), '');
      },
      'a file is in its place',
    ],
    [
      'a link to nowhere',
      (folder: string) => symlink(join(folder, 'nowhere', 'data'), join(folder, 'taken')),
      'it is missing and cannot be made there',
    ],
  ])('says what is wrong with %s for its data', async (_what, make, reason) => {
    const folder = temporaryFolder();
    await make(folder);
    const child = startChild(['--input-type=module', '-e', STARTER], undefined, {
      PORT: '0',
      DATA_DIR: join(folder, 'taken'),
    });
    expect(await child.nextLine()).toMatch(
      new RegExp(`^Featherpress cannot use ${folder}/taken.*: ${reason}.*DATA_DIR=other-folder npm start$`),
    );
    expect(await child.nextLine()).toBe('1');
  });
});

/** Runs the program with its standard error on standard output, then prints its exit status. */
const STARTER = `
  import { spawnSync } from 'node:child_process';
  const { stderr, status } = spawnSync(process.execPath, [${JSON.stringify(PROGRAM)}], { encoding: 'utf8' });
  process.stdout.write(stderr);
  console.log(status);
`;
