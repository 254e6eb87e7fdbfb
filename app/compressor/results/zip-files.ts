import { freeName } from '#platform/contracts/free-name.ts';
import { portablePath } from '#platform/contracts/portable-file-name.ts';
import { loadLate } from '~/load-late.ts';
import type { FinishedItem } from '../queue/queue-state.ts';

/**
 * One zip of all results in the folders they came in, stored without further compression: they are compressed already.
 * @throws when the code for zips cannot be loaded, or a result cannot be read
 */
export async function zipFiles(items: readonly Pick<FinishedItem, 'folder' | 'state'>[]): Promise<Blob> {
  const { makeZip } = await loadLate(() => import('client-zip'));
  const taken = new Set<string>();
  return gathered(
    makeZip(
      items.map(({ folder, state: { result } }) => ({
        name: freeName(portablePath(`${folder}${result.name}`), taken),
        input: result.blob,
      })),
    ),
  );
}

/** From so many bytes on they are handed to the browser, which puts on the disk what is too much for memory: 4 MB. */
const PART_BYTES = 4 * 1024 * 1024;

/** All bytes of a stream, of which the page itself never holds more than a part. */
async function gathered(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  const parts: Blob[] = [];
  let held: BlobPart[] = [];
  let heldBytes = 0;
  const closePart = () => {
    parts.push(new Blob(held));
    held = [];
    heldBytes = 0;
  };
  for (const reader = stream.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) break;
    held.push(new Uint8Array(value));
    heldBytes += value.length;
    if (heldBytes >= PART_BYTES) closePart();
  }
  closePart();
  return new Blob(parts, { type: 'application/zip' });
}
