import { rm } from 'node:fs/promises';

/** Takes away what a run wrote; the server, which ends after this, may still write. */
export default async function removeFolder(): Promise<void> {
  const folder = process.env.E2E_FOLDER;
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}
