import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLiving, processMark } from '#platform/living-process.ts';

/** Two servers on one folder would each believe to own its queue and its count. */
export class FolderInUseError extends Error {
  readonly code = 'folder-in-use';

  constructor(folder: string, owner: string) {
    super(
      `Featherpress already runs on the folder ${folder} (process ${owner.split('-')[0]}). Stop it, or start on another one: DATA_DIR=other-folder npm start`,
    );
    this.name = 'FolderInUseError';
  }
}

/**
 * Takes a data folder for this process. The mark of a process that was killed does not count.
 * @returns what gives the folder back
 * @throws FolderInUseError while another process has it
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'running.lock');
  const mark = await processMark();
  for (;;) {
    try {
      await writeFile(path, mark, { flag: 'wx' });
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = await readFile(path, 'utf8').catch(() => '');
    if (owner !== mark && (await isLiving(owner))) throw new FolderInUseError(folder, owner);
    await rm(path, { force: true });
  }
}
