import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { CompressionReport, JobOptions } from '#engine/index.ts';
import { createLogger } from '#platform/logger.ts';
import { startEnginePool } from '#workers/pool/start-engine-pool.ts';
import { createWorkspace } from '#workers/pool/workspace.ts';
import type { EngineLimits } from './arguments.ts';
import { UsageError } from './usage-error.ts';
import { addressOf, download } from './web-address.ts';

export interface RunRequest {
  /** Path, address on the web, or "-" for standard input. */
  readonly input: string;
  readonly options: JobOptions;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (ratio: number) => void;
}

export interface EngineResult {
  readonly report: CompressionReport;
  /** File that holds the result until `release`. */
  readonly path: string;
  /** Deletes the result. */
  release(): Promise<void>;
}

/** Compresses files in engine processes of their own, so that a hostile or broken file costs one message. */
export interface EngineRunner {
  /** Files at once. */
  readonly size: number;
  /** @throws EngineFailure, a system error, or the signal's reason */
  run(request: RunRequest): Promise<EngineResult>;
  /** Ends the processes and removes temporary files. */
  close(): Promise<void>;
}

/** Memory that a usual file takes: as many of those fit beside each other are worked on at once. */
const USUAL_BYTES = 500 * 1024 * 1024;

/**
 * @param fileCount how many files there are; processes beside them start where a file is worth several
 * @throws UsageError where packages lie in no folder: an engine process sees folders alone
 */
export async function createEngineRunner(limits: EngineLimits, fileCount: number): Promise<EngineRunner> {
  if (process.versions['pnp'] !== undefined)
    throw new UsageError(
      "Engines find no packages under Yarn's Plug'n'Play: set nodeLinker: node-modules in .yarnrc.yml.",
    );
  const folder = await mkdtemp(join(tmpdir(), 'featherpress-'));
  const workspace = await createWorkspace(folder);
  const most = limits.jobs ?? Math.min(availableParallelism(), Math.floor(freemem() / USUAL_BYTES));
  const processes = Math.max(1, most);
  const pool = await startEnginePool({
    directory: workspace.directory,
    logger: createLogger({ level: 'silent' }),
    size: processes,
    ...(await bundledScript()),
    warmUp: false,
    limits: { cpuMs: limits.cpuMs },
    memoryBytes: limits.memoryBytes,
  });
  return {
    size: Math.min(processes, fileCount),
    async run({ input, options, signal, onProgress }) {
      const [sourcePath, path] = [workspace.newPath(), workspace.newPath()];
      try {
        await takeIn(input, sourcePath, signal);
        const { report } = await pool.run(
          { sourcePath, outputPath: path, name: basename(input), ...options },
          { signal, onProgress },
        );
        return { report, path, release: () => rm(path, { force: true }) };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        await rm(sourcePath, { force: true });
      }
    },
    async close() {
      await pool.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The engine reads a copy: it may read nothing else, and the file may change meanwhile. */
async function takeIn(input: string, path: string, signal: AbortSignal): Promise<void> {
  if (input === '-') return pipeline(process.stdin, createWriteStream(path), { signal });
  const address = addressOf(input);
  if (address) return download(address, path, signal);
  if (!(await stat(input)).isFile())
    return pipeline(createReadStream(input), createWriteStream(path), { signal });
  await copyFile(input, path, constants.COPYFILE_FICLONE);
}

/** In the published package the engine's program lies beside this file, as JavaScript. */
async function bundledScript(): Promise<{ script?: string }> {
  const script = fileURLToPath(new URL('./engine-process.js', import.meta.url));
  const isThere = await access(script).then(
    () => true,
    () => false,
  );
  return isThere ? { script } : {};
}
