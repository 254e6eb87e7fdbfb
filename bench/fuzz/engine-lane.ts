import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INTERNAL_SKIPS, type CompressionReport, type Preset } from '#engine/index.ts';
import { createLogger } from '#platform/logger.ts';
import { EnginePool } from '#workers/pool/engine-pool.ts';
import type { EngineFailure } from '#workers/pool/engine-job.ts';
import { cpuMs, firstChild } from '#workers/pool/process-tree.ts';

/** How an engine process ended with a file. */
export type EngineEnd =
  | { readonly type: 'answered'; readonly bytes: Uint8Array; readonly report: CompressionReport }
  | { readonly type: 'refused'; readonly message: string }
  /** The process ended, took too long, or failed for a reason of its own. */
  | { readonly type: 'crashed'; readonly detail: string }
  | { readonly type: 'hung'; readonly detail: string }
  | { readonly type: 'internal'; readonly detail: string };

export interface EngineRun {
  readonly end: EngineEnd;
  readonly cpuSeconds: number;
  readonly peakResidentBytes: number;
  /** Of the peak, what the process did not hold before: it keeps some memory of the files before this one. */
  readonly grownBytes: number;
}

/** A mutant takes a fraction of a second. */
const LIMITS = { cpuMs: 30_000 };

/** One engine process as workers have them, with one file at a time, measured. */
export class EngineLane {
  private readonly pool: EnginePool;
  private readonly sourcePath: string;
  private readonly outputPath: string;

  /** @param folder for this lane alone */
  constructor(folder: string) {
    this.sourcePath = join(folder, 'source');
    this.outputPath = join(folder, 'output');
    const logger = createLogger({ level: 'silent' });
    this.pool = new EnginePool({ directory: folder, size: 1, limits: LIMITS, logger });
  }

  warm(): Promise<boolean> {
    return this.pool.warm();
  }

  async run(source: Uint8Array, preset: Preset): Promise<EngineRun> {
    await writeFile(this.sourcePath, source);
    await this.pool.warm();
    const [launched] = this.pool.pids();
    // The pool knows the sandbox, which does nothing itself.
    const pid = launched === undefined ? undefined : (firstChild(launched) ?? launched);
    if (pid !== undefined) forgetPeak(pid);
    const before = cpuSecondsOf(pid);
    const heldBefore = peakOf(pid);
    let after = before;
    const watch = setInterval(() => (after = cpuSecondsOf(pid) || after), 50);
    try {
      const end = await this.ask(preset);
      after = cpuSecondsOf(pid) || after;
      const peakResidentBytes = peakOf(pid);
      const grownBytes = Math.max(0, peakResidentBytes - heldBefore);
      return { end, cpuSeconds: after - before, peakResidentBytes, grownBytes };
    } finally {
      clearInterval(watch);
      await rm(this.outputPath, { force: true });
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async ask(preset: Preset): Promise<EngineEnd> {
    const { sourcePath, outputPath } = this;
    try {
      const { report } = await this.pool.run({ sourcePath, outputPath, preset });
      const fault = report.skips.find(({ code }) => INTERNAL_SKIPS.includes(code));
      // A JPEG that one library reads and another cannot is no defect of ours, and looks the same as one.
      if (fault && report.kind !== 'jpeg')
        return { type: 'internal', detail: `the report says "${fault.code}"` };
      return { type: 'answered', bytes: new Uint8Array(await readFile(outputPath)), report };
    } catch (error) {
      return endOf(error as EngineFailure);
    }
  }
}

function endOf(failure: EngineFailure): EngineEnd {
  const detail = JSON.stringify(failure.cause ?? failure.message);
  if (failure.code === 'engine-crashed') return { type: 'crashed', detail };
  if (failure.code === 'timed-out') return { type: 'hung', detail };
  // Without a cause it is the engine's own word; with one the process was killed for its memory or its work.
  if (failure.code === 'internal' || failure.cause !== undefined) return { type: 'internal', detail };
  return { type: 'refused', message: failure.message };
}

/** CPU time of a process with all its threads so far, in seconds; 0 where it cannot be told. */
function cpuSecondsOf(pid: number | undefined): number {
  return pid === undefined ? 0 : (cpuMs(pid) ?? 0) / 1000;
}

/** Peak of the resident memory since {@link forgetPeak}, in bytes. */
function peakOf(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0) * 1024;
}

function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Not Linux, or the process has ended: the peak stays that of all files so far.
  }
}

function readProc(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'ascii');
  } catch {
    return '';
  }
}
