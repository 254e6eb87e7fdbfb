import type { CompressionReport } from '#engine/index.ts';

/** How one file ended. */
export type FileResult =
  | {
      /** "converted": another format or size that was asked for, no smaller. */
      readonly status: 'smaller' | 'converted' | 'unchanged';
      readonly file: string;
      /** Where the result was written; null where nothing was. */
      readonly output: string | null;
      readonly report: CompressionReport;
    }
  | {
      readonly status: 'skipped';
      readonly file: string;
      readonly reason: string;
      readonly sourceBytes: number;
    }
  | { readonly status: 'failed'; readonly file: string; readonly error: FileError };

interface FileError {
  /** For programs: the engine's or the server's code, a code of the system such as ENOSPC, or "internal". */
  readonly code: string;
  /** For people. */
  readonly message: string;
}

/** Version of the lines of --json and of the entries of --report. Fields are added, never changed. */
const SCHEMA = 1;

/** A result as --json and --report write it. */
export function resultRecord(result: FileResult): Record<string, unknown> {
  const { file, status } = result;
  if (result.status === 'failed') return { schema: SCHEMA, file, status, error: result.error };
  if (result.status === 'skipped') {
    return { schema: SCHEMA, file, status, reason: result.reason, sourceBytes: result.sourceBytes };
  }
  const { output: picture, ...report } = result.report;
  return { schema: SCHEMA, file, status, output: result.output, ...report, ...(picture ? { picture } : {}) };
}

/** Whether a target size was asked for and is exceeded. */
export function missesTarget(result: FileResult): boolean {
  return 'report' in result && result.report.target?.met === false;
}

/** Exit status of a run. */
export function exitStatus(results: readonly FileResult[], maxSaving: number | undefined): 0 | 1 | 3 | 4 {
  if (results.some(({ status }) => status === 'failed')) return 3;
  if (maxSaving !== undefined) return results.some((result) => exceedsSaving(result, maxSaving)) ? 1 : 0;
  return results.some(missesTarget) ? 4 : 0;
}

/** Whether a file could be smaller by more than the accepted share. */
export function exceedsSaving(result: FileResult, maxSaving: number): boolean {
  return result.status === 'smaller' && result.report.savingsRatio > maxSaving;
}

const SYSTEM_MESSAGES: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no space left on the disk.',
  EDQUOT: 'There is no space left in the quota of this user.',
  EACCES: 'Access to the file is not permitted.',
  EPERM: 'Access to the file is not permitted.',
  EROFS: 'The disk can only be read.',
  ENOENT: 'There is no such file.',
  EISDIR: 'This is a directory.',
  EPIPE: 'The reader of the output has gone.',
  EMFILE: 'Too many files are open.',
};

/** What people can do something with; a fault of ours shows where it is. */
export function fileErrorOf(error: unknown): FileError {
  const { name, message, code, cause, stack } = error as Error & { code?: string };
  if (name === 'RemoteError') return { code: code ?? 'internal', message };
  if (name === 'EngineFailure' || name === 'EngineError') {
    const where =
      code === 'internal' ? (cause as { stderrTail?: string } | undefined)?.stderrTail : undefined;
    return { code: code ?? 'internal', message: where ? `${message}\n${where.trim()}` : message };
  }
  if (code !== undefined && /^E[A-Z]+$/.test(code)) {
    return { code, message: SYSTEM_MESSAGES[code] ?? message };
  }
  return { code: 'internal', message: stack ?? String(error) };
}
