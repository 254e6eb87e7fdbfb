import { dirname } from 'node:path';
import { inspect } from 'node:util';
import { isEngineError } from '#engine/api/errors.ts';
import { machineCodeOf } from '#platform/machine-failure.ts';
import type { EngineAnswer, EngineJob, EngineRequest, HelpJob, HelpJobAnswer } from './engine-job.ts';
import { ENGINE_MACHINE_CODES, type EngineReply } from './engine-reply.ts';
import { giveUpPermissions } from './give-up-permissions.ts';
import { dieWithParent } from './parent-watch.ts';
import { PoolHelpers } from './pool-helpers.ts';

type RunJob = (
  job: EngineJob,
  onProgress: (ratio: number) => void,
  helpers: PoolHelpers,
) => Promise<EngineAnswer>;

/** Works on a part of another engine's file. */
type HelpWithPart = (job: HelpJob) => Promise<HelpJobAnswer>;

/**
 * The child's side of the pool: gives up what only the start needed, says "ready", then answers one job after the other
 * until the parent is gone.
 * An error that is not the engine's own is answered as "internal"; it belongs in the log, not in people's faces.
 */
export function serveJobs(runJob: RunJob, helpWithPart: HelpWithPart = refuseParts): void {
  dieWithParent();
  giveUpPermissions();
  let helpers: PoolHelpers | undefined;
  process.on('message', (request: EngineRequest) => {
    if (request.type === 'offer-taken' || request.type === 'offer-ended') return void helpers?.hear(request);
    const { type, job } = request;
    const means = (helpers = new PoolHelpers(dirname(job.sourcePath), reply));
    const onProgress = (ratio: number): void => reply({ type: 'progressed', ratio: clamp(ratio) });
    const work = async (): Promise<EngineReply> =>
      type === 'help'
        ? { type: 'helped', ...(await helpWithPart(job)) }
        : { type: 'completed', ...(await runJob(job, onProgress, means)) };
    void answer(work).then(reply);
  });
  reply({ type: 'ready' });
}

function refuseParts(): Promise<HelpJobAnswer> {
  return Promise.reject(new Error('This process helps no other'));
}

async function answer(work: () => Promise<EngineReply>): Promise<EngineReply> {
  try {
    return await work();
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
