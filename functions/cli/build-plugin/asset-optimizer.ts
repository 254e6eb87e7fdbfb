import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEFAULT_PRESET } from '#engine/api/presets.ts';
import { kindOfExtension } from '#engine/api/kinds.ts';
import type { JobOptions } from '#engine/api/options.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';
import { createEngineRunner, type EngineRunner } from '../engine-runner.ts';
import { cacheFolder, openFinishedFiles, type FinishedFiles } from '../finished-files.ts';
import { version } from '../version.ts';

/** Options that leave a file its format, which its name and the pages that show it tell. */
const FILE_OPTIONS = [
  ...(['preset', 'targetBytes', 'score', 'keep'] as const),
  ...(['maxWidth', 'maxHeight', 'maxSide'] as const),
] as const satisfies readonly (keyof JobOptions)[];
type FileOptions = Partial<Pick<JobOptions, (typeof FILE_OPTIONS)[number]>>;

/** What a build may ask for. */
export interface BuildOptions extends FileOptions {
  /** Files that are worked on [all JPEG, PNG, WebP, PDF and PPTX]. */
  readonly include?: RegExp;
  /** Files that are left alone [none]. */
  readonly exclude?: RegExp;
  /** Other options for some files; the first whose pattern fits. */
  readonly overrides?: readonly (FileOptions & { readonly test: RegExp })[];
  /** Where results are kept between builds [the cache folder of the system, as of `featherpress --cache`]. */
  readonly cacheDirectory?: string;
  /** Files at once [one a core, as far as memory allows]. */
  readonly jobs?: number;
}

/** A file of a build. */
export interface BuildAsset {
  /** As the build calls it, with `/` between folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What was made of the files of a build. */
interface OptimizedAssets {
  /** The files that are smaller now, by name. */
  readonly smaller: ReadonlyMap<string, Uint8Array>;
  /** One line for people; empty where there was nothing to do. */
  readonly summary: string;
  /** Files that could not be compressed and stay as they are, with the reason. */
  readonly warnings: readonly string[];
}

export interface AssetOptimizer {
  /** Whether a file is one to be worked on, by its name. */
  takes(name: string): boolean;
  /** Makes files smaller, several at once. Never throws for a file. */
  optimize(assets: readonly BuildAsset[]): Promise<OptimizedAssets>;
}

const MEMORY_BYTES = 1_500 * 1024 * 1024;

/** What all plugins do: files by content through the engine's processes, or from the cache. */
export function createAssetOptimizer(options: BuildOptions = {}): AssetOptimizer {
  const { include, exclude, overrides = [], cacheDirectory = '', jobs, ...usual } = options;
  const optionsOf = (name: string): JobOptions => {
    const own = overrides.find(({ test }) => test.test(name));
    return { preset: DEFAULT_PRESET, ...fileOptions(usual), ...fileOptions(own) };
  };
  const takes = (name: string): boolean => {
    const kind = kindOfExtension(name);
    if (kind === null || kind === 'legacy-ppt') return false;
    return include?.test(name) !== false && exclude?.test(name) !== true;
  };
  return {
    takes,
    async optimize(assets) {
      const files = assets.filter(({ name }) => takes(name));
      if (files.length === 0) return { smaller: new Map(), summary: '', warnings: [] };
      const folder = await mkdtemp(join(tmpdir(), 'featherpress-build-'));
      const limits = { cpuMs: OPERATING_LIMITS.engineCpuSeconds * 1_000, memoryBytes: MEMORY_BYTES };
      const runner = await createEngineRunner({ ...limits, ...(jobs ? { jobs } : {}) }, files.length);
      try {
        const work = files.map((asset) => ({ asset, options: optionsOf(asset.name) }));
        return await optimizeAll(work, { folder, runner, cacheDirectory });
      } finally {
        await runner.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

function fileOptions(given: FileOptions = {}): FileOptions {
  return Object.fromEntries(
    FILE_OPTIONS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

interface AssetWork {
  readonly asset: BuildAsset;
  readonly options: JobOptions;
}

interface WorkPlace {
  /** Of temporary files. */
  readonly folder: string;
  readonly runner: EngineRunner;
  readonly cacheDirectory: string;
}

async function optimizeAll(work: readonly AssetWork[], place: WorkPlace): Promise<OptimizedAssets> {
  const smaller = new Map<string, Uint8Array>();
  const warnings: string[] = [];
  let remembered = 0;
  const queue = work.values();
  const next = async (): Promise<void> => {
    for (const { asset, options } of queue) {
      try {
        const { bytes, isRemembered } = await optimizeOne(asset, options, place);
        if (isRemembered) remembered += 1;
        if (bytes !== null && bytes.length < asset.bytes.length) smaller.set(asset.name, bytes);
      } catch (error) {
        warnings.push(`${asset.name} stays as it is: ${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: place.runner.size }, next));
  return { smaller, warnings, summary: summaryOf(work, smaller, remembered) };
}

/** @returns null where nothing is gained */
async function optimizeOne(
  { bytes }: BuildAsset,
  options: JobOptions,
  { folder, runner, cacheDirectory }: WorkPlace,
): Promise<{ readonly bytes: Uint8Array | null; readonly isRemembered: boolean }> {
  const finished = openFinishedFiles(cacheDirectory, { version: version(), options });
  const input = join(folder, randomUUID());
  await writeFile(input, bytes);
  try {
    const key = await finished.keyOf(input);
    const known = await rememberedResult(key, finished, cacheDirectory);
    if (known !== undefined) return { bytes: known, isRemembered: true };
    const signal = new AbortController().signal;
    const { path, release } = await runner.run({ input, options, signal });
    try {
      const result = await readFile(path);
      const resultKey = await finished.keyOf(path);
      if (resultKey !== key) await keep(resultPath(cacheDirectory, resultKey), result);
      await finished.remember(key, resultKey);
      return { bytes: resultKey === key ? null : result, isRemembered: false };
    } finally {
      await release();
    }
  } finally {
    await rm(input, { force: true });
  }
}

/** @returns undefined where the file was never compressed, or its result is gone; null where nothing is gained */
async function rememberedResult(
  key: string,
  finished: FinishedFiles,
  cacheDirectory: string,
): Promise<Uint8Array | null | undefined> {
  const resultKey = await finished.resultOf(key);
  if (resultKey === null) return undefined;
  if (resultKey === key) return null;
  return readFile(resultPath(cacheDirectory, resultKey)).catch(() => undefined);
}

function resultPath(cacheDirectory: string, key: string): string {
  return join(cacheFolder(cacheDirectory), 'results', key.slice(0, 2), key.slice(2));
}

/** Another build may write it at the same time: readers see all of it or nothing. */
async function keep(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${randomUUID()}`;
  await writeFile(beside, bytes);
  await rename(beside, path);
}

function summaryOf(
  work: readonly AssetWork[],
  smaller: ReadonlyMap<string, Uint8Array>,
  remembered: number,
): string {
  const before = work.reduce((sum, { asset }) => sum + asset.bytes.length, 0);
  const after = work.reduce((sum, { asset }) => sum + (smaller.get(asset.name) ?? asset.bytes).length, 0);
  const percent = before === 0 ? 0 : Math.round((1 - after / before) * 100);
  const files = work.length === 1 ? '1 file' : `${work.length} files`;
  return `${files}, ${formatBytes(before)} → ${formatBytes(after)} (-${percent} %), ${remembered} from the cache`;
}
