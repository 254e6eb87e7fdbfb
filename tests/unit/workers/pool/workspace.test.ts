import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processMark } from '#platform/living-process.ts';
import { startChild } from '#tests/fixtures/child-process.ts';
import { until } from '#tests/fixtures/until.ts';
import { createWorkspace } from '#workers/pool/workspace.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'workspace-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** Above the largest process id of Linux (2^22). */
const NO_SUCH_PROCESS = 2 ** 22 + 1;

describe('createWorkspace', () => {
  it('makes its parent and hands out paths inside itself', async () => {
    const workspace = await createWorkspace(join(parent, 'deep', 'tmp'));
    expect(workspace.newPath().startsWith(workspace.directory)).toBe(true);
    expect(workspace.newPath()).not.toBe(workspace.newPath());
  });

  it('is closed to other accounts of the machine, also in a folder that is open to them', async () => {
    await chmod(parent, 0o755);
    const { directory } = await createWorkspace(parent);
    await createWorkspace(join(parent, 'new'));
    for (const folder of [directory, join(parent, 'new')])
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  // Only root can give a folder away.
  it.runIf(process.getuid?.() === 0)('is refused where another account made it first', async () => {
    const taken = join(parent, 'taken');
    await mkdir(taken);
    await chown(taken, 65_534, 65_534);
    await expect(createWorkspace(taken)).resolves.toBeDefined();
    await chmod(parent, 0o1777);
    await expect(createWorkspace(taken)).rejects.toThrow(`TMPDIR: ${taken} belongs to another account.`);
  });

  it('removes itself with what is in it', async () => {
    const workspace = await createWorkspace(parent);
    await writeFile(workspace.newPath(), 'x');
    await workspace.remove();
    expect(await readdir(parent)).toEqual([]);
  });

  it.each([
    ['a process that is gone', `${NO_SUCH_PROCESS}-1`],
    ['an earlier process with our number', `${process.pid}-1`],
  ])('clears away what %s left behind', async (_who, mark) => {
    const left = join(parent, `work-${mark}-abc`);
    await mkdir(left);
    await writeFile(join(left, 'upload'), 'x');
    await createWorkspace(parent);
    expect(existsSync(left)).toBe(false);
  });

  it('ends the engines that outlived their worker, and no other process', async () => {
    const left = join(parent, `work-${NO_SUCH_PROCESS}-1-abc`);
    await mkdir(left);
    const idle = (flag: string) => startChild(['-e', 'setInterval(() => {}, 1000)', '--', flag]);
    const engine = idle(`--allow-fs-write=${join(await realpath(left), 'engine-1')}`);
    const reader = idle(join(left, 'engine-1'));
    await createWorkspace(parent);
    await expect.poll(() => engine.process.signalCode).toBe('SIGKILL');
    expect(reader.process.exitCode ?? reader.process.signalCode).toBeNull();
    await reader.kill();
  });

  it('is made while another worker clears away the same', async () => {
    const left = Array.from({ length: 20 }, (_, at) => join(parent, `work-${NO_SUCH_PROCESS}-1-${at}`));
    for (const folder of left) await mkdir(folder);
    const made = createWorkspace(parent);
    await until('the first one gone', () => left.some((folder) => !existsSync(folder)));
    await Promise.all(left.map((folder) => rm(folder, { recursive: true, force: true })));
    const { directory } = await made;
    expect(await readdir(parent)).toEqual([basename(directory)]);
  });

  it('leaves living workspaces and foreign files alone', async () => {
    const other = join(parent, `work-${await processMark(process.ppid)}-abc`);
    await mkdir(other);
    await writeFile(join(parent, 'notes'), 'x');
    const first = await createWorkspace(parent);
    const second = await createWorkspace(parent);
    expect([other, join(parent, 'notes'), first.directory, second.directory].every(existsSync)).toBe(true);
  });
});
