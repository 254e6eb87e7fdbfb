import { rm } from 'node:fs/promises';

/** Takes away what a run wrote. */
export default async function removeFolder(): Promise<void> {
  if (process.env.E2E_FOLDER) await rm(process.env.E2E_FOLDER, { recursive: true, force: true });
}
