import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { createEngineRunner, type EngineRunner } from '../engine-runner.ts';

const MEMORY_BYTES = 1_500 * 1024 * 1024;

/** Where the files of a build are worked on. */
export interface WorkPlace {
  /** Of temporary files. */
  readonly folder: string;
  /** Where results are kept between builds, "" for the cache folder of the system. */
  readonly cacheDirectory: string;
  /** Engines, which start with the first file that no cache has. */
  engines(): Promise<EngineRunner>;
}

/** Gives a place to each piece of work, one to those that go on at the same time; it is left when the last has ended. */
export type UseWorkPlace = <T>(work: (place: WorkPlace) => Promise<T>) => Promise<T>;

/** @param jobs files at once [one a core, as far as memory allows] */
export function createWorkPlace(cacheDirectory: string, jobs: number | undefined): UseWorkPlace {
  let users = 0;
  let opened: ReturnType<typeof openPlace> | undefined;
  return async (work) => {
    users += 1;
    opened ??= openPlace(cacheDirectory, jobs);
    const { place, leave } = opened;
    try {
      return await work(await place);
    } finally {
      users -= 1;
      if (users === 0) {
        opened = undefined;
        await leave();
      }
    }
  };
}

function openPlace(cacheDirectory: string, jobs: number | undefined) {
  const limits = { cpuMs: OPERATING_LIMITS.engineCpuSeconds * 1_000, memoryBytes: MEMORY_BYTES };
  const made = mkdtemp(join(tmpdir(), 'featherpress-build-'));
  let engines: Promise<EngineRunner> | undefined;
  return {
    place: made.then((folder): WorkPlace => ({
      folder,
      cacheDirectory,
      engines: () => (engines ??= createEngineRunner({ ...limits, ...(jobs ? { jobs } : {}) }, Infinity)),
    })),
    async leave() {
      const runner = await engines?.catch(() => undefined);
      await runner?.close();
      await rm(await made, { recursive: true, force: true });
    },
  };
}
