import { chmod, mkdir } from 'node:fs/promises';

/** What people upload is for the account of the server alone, on a machine with others too. */
export const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/** Makes a folder, and those above it that are missing, that only its owner can read. One that is there stays as it is. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
}

/** Makes a private folder, and closes one that an earlier version left open to others. */
export async function closeFolderToOthers(path: string): Promise<void> {
  await makePrivateFolder(path);
  await chmod(path, PRIVATE_FOLDER_MODE);
}
