import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockDataFolder } from '#functions/data-folder-lock.ts';
import { processMark } from '#platform/living-process.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

describe('lockDataFolder', () => {
  it('makes the folder, and can be taken again after it was given back', async () => {
    const folder = join(temporaryFolder(), 'new');
    await (
      await lockDataFolder(folder)
    )();
    await (
      await lockDataFolder(folder)
    )();
  });

  it('refuses a folder that another living process has', async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, 'running.lock'), await processMark(process.ppid));
    await expect(lockDataFolder(folder)).rejects.toThrow(
      `Featherpress already runs on the folder ${folder} (process ${process.ppid}). Stop it, or start on another one: DATA_DIR=other-folder npm start`,
    );
  });

  it('takes over from a process that was killed', async () => {
    const folder = temporaryFolder();
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    await writeFile(join(folder, 'running.lock'), await processMark(child.pid));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function');
  });

  it.each(['', 'rubbish', `${process.ppid}-1`])('takes over from the mark "%s"', async (mark) => {
    const folder = temporaryFolder();
    await writeFile(join(folder, 'running.lock'), mark);
    await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function');
  });
});

/** @returns a process that answers for each folder whether it locked it */
async function startLocker(): Promise<{ lock(folder: string): Promise<boolean> }> {
  const child = fork(fileURLToPath(new URL('../../fixtures/locking-process.ts', import.meta.url)), {
    execPath: PROJECT_NODE,
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return {
    async lock(folder) {
      const answer = once(child, 'message');
      child.send(folder);
      return ((await answer) as [boolean])[0];
    },
  };
}

describe('starts at the same moment', () => {
  const ROUNDS = 150;

  it.each([
    ['a folder that nobody has', () => Promise.resolve()],
    [
      'the mark of a process that was killed',
      (folder: string) => writeFile(join(folder, 'running.lock'), '1-1'),
    ],
    [
      'a takeover that was cut short',
      async (folder: string) => {
        await writeFile(join(folder, 'running.lock'), '1-1');
        await writeFile(join(folder, 'running.lock.after-1-1'), '2-2 x');
      },
    ],
  ])('give %s to exactly one of three', async (_what, prepare) => {
    const lockers = await Promise.all([startLocker(), startLocker(), startLocker()]);
    const owners: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = temporaryFolder();
      await prepare(folder);
      const got = await Promise.all(lockers.map((locker) => locker.lock(folder)));
      owners.push(got.filter(Boolean).length);
    }
    expect(owners).toEqual(Array(ROUNDS).fill(1));
  });
});
