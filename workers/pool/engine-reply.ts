import { INPUT_KINDS } from '#engine/api/kinds.ts';
import { PRESETS } from '#engine/api/presets.ts';
import { JOB_FAILURE_CODES, type JobFailureCode } from '#platform/contracts/job-failure-codes.ts';
import type { EngineAnswer, HelpJobAnswer } from './engine-job.ts';

/**
 * What an engine process may blame on the machine. Memory and descriptors are not among it: those limits are its own, and a
 * file may use them up.
 */
export const ENGINE_MACHINE_CODES = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENFILE'] as const;
type MachineCode = (typeof ENGINE_MACHINE_CODES)[number];

/** What an engine process says to its parent. */
export type EngineReply =
  | { readonly type: 'ready' }
  | { readonly type: 'progressed'; readonly ratio: number }
  | ({ readonly type: 'completed' } & EngineAnswer)
  | ({ readonly type: 'helped' } & HelpJobAnswer)
  | { readonly type: 'offered'; readonly id: number; readonly task: object }
  | {
      readonly type: 'failed';
      readonly code: JobFailureCode;
      readonly message: string;
      /** Set where the machine is at fault and not the file. */
      readonly machineCode?: MachineCode | undefined;
    };

type Fields = Readonly<Record<string, unknown>>;

/**
 * A message of an engine process as what it says. Checked, because a file may have taken the process over; by hand, since the
 * command line would load a library of schemas at every start: 25 ms of CPU.
 * @returns null for one that is none
 */
export function readReply(message: unknown): EngineReply | null {
  if (!isFields(message)) return null;
  const { type, ratio, outputBytes, report, code, message: text, machineCode } = message;
  const { id, task, findings } = message;
  if (type === 'ready') return { type };
  if (type === 'progressed') return isShare(ratio) ? { type, ratio } : null;
  if (type === 'completed')
    return isCount(outputBytes) && isReport(report) ? { type, outputBytes, report } : null;
  if (type === 'helped')
    return isCount(outputBytes) && isFields(findings) ? { type, outputBytes, findings } : null;
  if (type === 'offered') return isCount(id) && isFields(task) ? { type, id, task } : null;
  if (type !== 'failed' || !isOneOf(JOB_FAILURE_CODES, code) || typeof text !== 'string') return null;
  return {
    type,
    code,
    message: text,
    ...(isOneOf(ENGINE_MACHINE_CODES, machineCode) ? { machineCode } : {}),
  };
}

/** The fields by which a result is handled; what only people read is taken as it is. */
function isReport(report: unknown): report is EngineAnswer['report'] {
  if (!isFields(report)) return false;
  const { kind, preset, sourceBytes, outputBytes, savingsRatio, changes, skips } = report;
  return (
    isOneOf(INPUT_KINDS, kind) &&
    isOneOf(PRESETS, preset) &&
    [sourceBytes, outputBytes].every(isCount) &&
    Number.isFinite(savingsRatio) &&
    Array.isArray(changes) &&
    Array.isArray(skips) &&
    skips.every(isSkip)
  );
}

function isSkip(skip: unknown): boolean {
  return isFields(skip) && typeof skip.code === 'string' && typeof skip.count === 'number' && skip.count >= 0;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isOneOf<Value extends string>(values: readonly Value[], value: unknown): value is Value {
  return (values as readonly unknown[]).includes(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
