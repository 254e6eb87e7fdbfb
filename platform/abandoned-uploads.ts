import { OPERATING_LIMITS } from './contracts/operating-limits.ts';
import { partialUploadKey } from './contracts/partial-upload.ts';
import type { ObjectStore } from './ports/object-store.ts';
import type { PartialObjects } from './ports/partial-objects.ts';

/**
 * Deletes the bytes of unfinished uploads that can no longer be continued, and those of puts whose process was killed.
 * @returns how many
 */
export function clearAbandoned(
  partials: PartialObjects,
  objects: Pick<ObjectStore, 'head'>,
): Promise<number> {
  const isWanted = async (key: string) => {
    const id = /^uploads\/(.+)$/.exec(key)?.[1];
    return id !== undefined && (await objects.head(partialUploadKey(id))) !== null;
  };
  return partials.clearAbandoned(OPERATING_LIMITS.partialUploadSeconds, isWanted);
}
