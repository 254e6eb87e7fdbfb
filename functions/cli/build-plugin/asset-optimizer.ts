import { availableParallelism } from 'node:os';
import { DEFAULT_PRESET } from '#engine/api/presets.ts';
import { kindOfExtension } from '#engine/api/kinds.ts';
import type { JobOptions } from '#engine/api/options.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { compressAsset } from './compress-asset.ts';
import { createQueryConverter, type QueryConverter, type QueryReport } from './query-converter.ts';
import { createWorkPlace, type WorkPlace } from './work-place.ts';

/** Options that leave a file its format, which its name and the pages that show it tell. */
const FILE_OPTIONS = [
  ...(['preset', 'targetBytes', 'score', 'keep'] as const),
  ...(['maxWidth', 'maxHeight', 'maxSide'] as const),
] as const satisfies readonly (keyof JobOptions)[];
type FileOptions = Partial<Pick<JobOptions, (typeof FILE_OPTIONS)[number]>>;

/** What a build may ask for. */
export interface BuildOptions extends FileOptions {
  /** Files that are worked on [all JPEG, PNG, WebP, AVIF, PDF and PPTX]. */
  readonly include?: RegExp;
  /** Files that stay as they are [none]. */
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
  /** What imports ask for by their queries. */
  readonly queries: QueryConverter;
  /** Whether a file is one to be worked on, by its name. */
  takes(name: string): boolean;
  /** Makes files smaller, several at once, and reports on those of queries too. Never throws for a file. */
  optimize(assets: readonly BuildAsset[]): Promise<OptimizedAssets>;
}

/** What all plugins do: files by content through the engine's processes, or from the cache. */
export function createAssetOptimizer(options: BuildOptions = {}): AssetOptimizer {
  const { include, exclude, overrides = [], cacheDirectory = '', jobs, ...usual } = options;
  const optionsOf = (name: string): JobOptions => {
    const own = overrides.find(({ test }) => test.test(name));
    return { preset: DEFAULT_PRESET, ...fileOptions(usual), ...fileOptions(own) };
  };
  const leaves = (name: string): boolean => include?.test(name) === false || exclude?.test(name) === true;
  const takes = (name: string): boolean => {
    const kind = kindOfExtension(name);
    return kind !== null && kind !== 'legacy-ppt' && !leaves(name);
  };
  const useWorkPlace = createWorkPlace(cacheDirectory, jobs);
  const queries = createQueryConverter({ optionsOf, leaves, cacheDirectory, useWorkPlace });
  return {
    queries,
    takes,
    async optimize(assets) {
      const work = assets
        .filter(({ name, bytes }) => takes(name) && !queries.isMade(bytes))
        .map((asset) => ({ asset, options: optionsOf(asset.name) }));
      const lanes = Math.min(jobs ?? availableParallelism(), work.length);
      const done = await useWorkPlace((place) => optimizeAll(work, lanes, place));
      const asked = queries.takeReport();
      return {
        smaller: done.smaller,
        warnings: [...asked.warnings, ...done.warnings],
        summary: [summaryOf(work, done), summaryOfQueries(asked)].filter(Boolean).join('; '),
      };
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

interface WorkDone {
  readonly smaller: ReadonlyMap<string, Uint8Array>;
  readonly warnings: readonly string[];
  /** Files whose results the cache had. */
  readonly remembered: number;
}

async function optimizeAll(work: readonly AssetWork[], lanes: number, place: WorkPlace): Promise<WorkDone> {
  const smaller = new Map<string, Uint8Array>();
  const warnings: string[] = [];
  let remembered = 0;
  const queue = work.values();
  const next = async (): Promise<void> => {
    for (const { asset, options } of queue) {
      try {
        const { bytes, isRemembered } = await compressAsset(asset.bytes, options, place);
        if (isRemembered) remembered += 1;
        if (bytes !== null && bytes.length < asset.bytes.length) smaller.set(asset.name, bytes);
      } catch (error) {
        warnings.push(`${asset.name} stays as it is: ${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, next));
  return { smaller, warnings, remembered };
}

function summaryOf(work: readonly AssetWork[], { smaller, remembered }: WorkDone): string {
  if (work.length === 0) return '';
  const before = work.reduce((sum, { asset }) => sum + asset.bytes.length, 0);
  const after = work.reduce((sum, { asset }) => sum + (smaller.get(asset.name) ?? asset.bytes).length, 0);
  const percent = before === 0 ? 0 : Math.round((1 - after / before) * 100);
  const files = work.length === 1 ? '1 file' : `${work.length} files`;
  return `${files}, ${formatBytes(before)} → ${formatBytes(after)} (-${percent} %), ${remembered} from the cache`;
}

function summaryOfQueries({ count, bytes }: QueryReport): string {
  return count === 0 ? '' : `${count} by query, ${formatBytes(bytes)}`;
}
