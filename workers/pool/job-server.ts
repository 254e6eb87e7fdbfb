import { inspect } from 'node:util';
import { isEngineError } from '#engine/api/errors.ts';
import { machineCodeOf } from '#platform/machine-failure.ts';
import type { EngineAnswer, EngineJob, EngineRequest } from './engine-job.ts';
import { ENGINE_MACHINE_CODES, type EngineReply } from './engine-reply.ts';
import { giveUpPermissions } from './give-up-permissions.ts';
import { dieWithParent } from './parent-watch.ts';

type RunJob = (job: EngineJob, onProgress: (ratio: number) => void) => Promise<EngineAnswer>;

/**
 * The child's side of the pool: gives up what only the start needed, says "ready", then answers one job after the other
 * until the parent is gone.
 * An error that is not the engine's own is answered as "internal"; it belongs in the log, not in people's faces.
 */
export function serveJobs(runJob: RunJob): void {
  dieWithParent();
  giveUpPermissions();
  process.on('message', (request: EngineRequest) => {
    void answer(request.job, runJob).then(reply);
  });
  reply({ type: 'ready' });
}

async function answer(job: EngineJob, runJob: RunJob): Promise<EngineReply> {
  try {
    const result = await runJob(job, (ratio) => reply({ type: 'progressed', ratio: clamp(ratio) }));
    return { type: 'completed', ...result };
  } catch (error) {
    if (isEngineError(error)) return { type: 'failed', code: error.code, message: error.message };
    process.stderr.write(`${inspect(error)}\n`);
    const code = machineCodeOf(error);
    const machineCode = ENGINE_MACHINE_CODES.find((each) => each === code);
    return { type: 'failed', code: 'internal', message: 'Compression failed', machineCode };
  }
}

function reply(message: EngineReply): void {
  process.send?.(message);
}

function clamp(ratio: number): number {
  return Math.min(1, Math.max(0, ratio));
}
