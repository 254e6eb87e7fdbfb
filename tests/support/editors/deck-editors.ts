import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonWith } from '../python.ts';

/** Files by their paths; what a target is, its name says: .pptx or .pdf. */
export interface DeckTask {
  /** LibreOffice, or "parts": the part of the second slide and those below are changed where they are. */
  readonly by: 'office' | 'parts';
  readonly source: string;
  readonly target: string;
  /** Has LibreOffice change the second slide, and show this picture there. */
  readonly picture?: string;
}

/** Draws and changes decks, with one start of LibreOffice. @returns for each .pptx that was written the words of its slides */
export async function workOnDecks(tasks: readonly DeckTask[]): Promise<Record<string, string[]>> {
  const program = fileURLToPath(new URL('edit-decks.py', import.meta.url));
  const running = promisify(execFile)(pythonWith('uno'), [program]);
  running.child.stdin!.end(JSON.stringify(tasks));
  const answers = JSON.parse((await running).stdout) as string[][];
  return Object.fromEntries(tasks.map(({ target }, i) => [target, answers[i]!]));
}
