import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockDataFolder } from '#functions/data-folder-lock.ts';
import { processMark } from '#platform/living-process.ts';
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
