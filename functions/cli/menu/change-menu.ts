import { spawnSync } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { menuFiles } from './menu-files.ts';
import { registryCalls } from './registry.ts';

/**
 * Puts "Make smaller" into the menus of the file managers of this person, or takes it out.
 * @param script of the command, which the menus start by this Node
 * @returns a line for people @throws the file system's error, or Error where the registry of Windows refuses
 */
export async function changeMenu(action: 'install' | 'remove', script: string): Promise<string> {
  const command = [process.execPath, script];
  for (const { path, content } of menuFiles(process.platform, homedir(), command)) {
    if (action === 'remove') await rm(folderOf(path), { recursive: true, force: true });
    else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      await chmod(path, 0o755);
    }
  }
  if (process.platform === 'win32') changeRegistry(action, command);
  return action === 'install'
    ? 'File managers offer "Make smaller" on images, PDFs and presentations (Nautilus below "Scripts").\n'
    : 'File managers no longer offer "Make smaller".\n';
}

/** A Quick Action is a folder. */
function folderOf(path: string): string {
  return basename(dirname(path)) === 'Contents' ? dirname(dirname(path)) : path;
}

function changeRegistry(action: 'install' | 'remove', command: readonly string[]): void {
  for (const call of registryCalls(action, command)) {
    const { status, stderr } = spawnSync('reg', call, { encoding: 'utf8' });
    if (status !== 0 && action === 'install') throw new Error(`reg ${call[0]!}: ${stderr}`);
  }
}
