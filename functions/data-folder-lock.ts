import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLiving, processMark } from '#platform/living-process.ts';

/** A second server on the same folder would run the same queue and the same count. */
export class FolderInUseError extends Error {
  readonly code = 'folder-in-use';

  constructor(folder: string, owner: string) {
    super(
      `Featherpress already runs on the folder ${folder} (process ${owner.split('-')[0]}). Stop it, or start on another one: DATA_DIR=other-folder npm start`,
    );
    this.name = 'FolderInUseError';
  }
}

const LOCK = 'running.lock';
const SUCCESSOR = `${LOCK}.after-`;

/**
 * Takes a data folder for this process, at once where its last owner was killed.
 *
 * The lock file names its owner. It is never removed on behalf of a dead owner, since two processes that both saw the
 * dead one would then each remove the other's lock. Instead the successor of each owner is decided by a file of its
 * own, `running.lock.after-OWNER`, that only one process can create; who created it moves it over the lock. A
 * successor that died before it did so has a successor in turn.
 * @returns    what gives the folder back
 * @throws     FolderInUseError while another process has it
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, LOCK);
  // Unlike any other claim, also of this process: the name of a successor must never come up again.
  const claim = `${await processMark()} ${randomUUID()}`;
  for (;;) {
    const owners = await deadOwners(folder, claim);
    const place = placeAfter(folder, owners.at(-1));
    if (!(await createWhole(place, claim))) continue;
    // The lock may have been taken and cleaned up since it was read: then this place succeeds no owner.
    const [root] = owners;
    if (root !== undefined && (await readOrNull(lock)) !== root) {
      await rm(place, { force: true });
      continue;
    }
    if (place !== lock) await rename(place, lock);
    await removeSuccessors(folder);
    return () => rm(lock, { force: true });
  }
}

/** The claims of the owner and of its successors, all of them dead. @throws FolderInUseError when one is alive */
async function deadOwners(folder: string, own: string): Promise<string[]> {
  const owners: string[] = [];
  for (;;) {
    const claim = await readOrNull(placeAfter(folder, owners.at(-1)));
    if (claim === null) return owners;
    const mark = markOf(claim);
    if (mark !== markOf(own) && (await isLiving(mark))) throw new FolderInUseError(folder, mark);
    owners.push(claim);
  }
}

function placeAfter(folder: string, owner: string | undefined): string {
  return join(folder, owner === undefined ? LOCK : SUCCESSOR + owner.replace(/[^\w-]/g, '_').slice(0, 100));
}

function markOf(claim: string): string {
  return claim.split(' ', 1)[0] ?? '';
}

/** Creates a file together with its content. @returns false when there is one */
async function createWhole(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, content, { flag: 'wx' });
    return await link(draft, path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        // A draft is gone when the lock was taken and cleaned up meanwhile.
        if (['EEXIST', 'ENOENT'].includes(error.code ?? '')) return false;
        throw error;
      },
    );
  } finally {
    await rm(draft, { force: true });
  }
}

/** The owner has no use for them: they decided who came before it. */
async function removeSuccessors(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(SUCCESSOR));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

async function readOrNull(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
