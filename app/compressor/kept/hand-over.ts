import { declaredKind } from '../selection.ts';
import { optionsFor, wishStore } from '../steering.ts';
import type { KeptItem } from '../queue-state.ts';
import { namedList } from './kept-list.ts';
import { forgetItem, keepItem, keptItems } from './kept-store.ts';

/**
 * Keeps files as ones that wait to be compressed, behind what this tab's list holds already; the compress page finds
 * them there when it opens. They have passed `selectionProblem`.
 * @throws where the browser has no room or keeps nothing; then nothing of them is left behind
 */
export async function handOver(files: readonly File[]): Promise<void> {
  const list = namedList();
  const last = (await keptItems(list)).at(-1)?.index ?? -1;
  const handed: number[] = [];
  try {
    for (const file of files) {
      const item = waitingItem(file, last + 1 + handed.length);
      if (item === null) continue;
      handed.push(item.index);
      await keepItem(list, item);
    }
  } catch (error) {
    for (const index of handed) await forgetItem(list, index);
    throw error;
  }
}

function waitingItem(file: File, index: number): KeptItem | null {
  const kind = declaredKind(file);
  if (kind === null || kind === 'legacy-ppt') return null;
  return { file, kind, index, options: optionsFor(file, wishStore.read()), state: { status: 'waiting' } };
}
