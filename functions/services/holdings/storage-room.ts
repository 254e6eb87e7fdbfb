import type { Holdings } from '#platform/ports/holdings.ts';
import type { ObjectStore } from '#platform/ports/object-store.ts';

/** What the installation can hold for its clients. */
export interface Room {
  /** All together, with what they hold now. */
  readonly totalBytes: number;
  /** Beyond what they hold now; below 0 when the reserve is touched. */
  readonly leftBytes: number;
  /** On the disk of the store. */
  readonly freeBytes: number;
}

export interface StorageRoom {
  /** All are Infinity where nothing bounds them. */
  read(): Promise<Room>;
}

interface StorageRoomDependencies {
  readonly objects: Pick<ObjectStore, 'space'>;
  readonly holdings: Pick<Holdings, 'totalBytes'>;
  readonly maxFileBytes: number;
  /** What clients may hold together [as much as the disk has room for]. */
  readonly maxStoredBytes: number | undefined;
}

/** So many of the largest files stay free, for jobs that run: each needs its source twice and its result. */
const RESERVED_FILES = 3;
/** On a small disk no more than this share of it. */
const RESERVED_SHARE = 1 / 4;

export function createStorageRoom(dependencies: StorageRoomDependencies): StorageRoom {
  const { objects, holdings, maxFileBytes, maxStoredBytes = Infinity } = dependencies;
  return {
    async read() {
      const disk = await objects.space();
      if (!disk && maxStoredBytes === Infinity)
        return { totalBytes: Infinity, leftBytes: Infinity, freeBytes: Infinity };
      const heldBytes = await holdings.totalBytes();
      const { freeBytes, sizeBytes } = disk ?? { freeBytes: Infinity, sizeBytes: Infinity };
      const reservedBytes = Math.min(RESERVED_FILES * maxFileBytes, RESERVED_SHARE * sizeBytes);
      const leftBytes = Math.min(freeBytes - reservedBytes, maxStoredBytes - heldBytes);
      return { totalBytes: heldBytes + Math.max(0, leftBytes), leftBytes, freeBytes };
    },
  };
}
