import { askForJob, type JobState } from './job-calls.ts';
import { listenToJob, type StreamWatch } from './job-stream.ts';
import { pause, persist } from './persist.ts';
import { stageOfJob } from './stage.ts';

/** Between questions where the job's events cannot be heard; the last one repeats. */
const ASK_EVERY_MS = [1_000, 1_500, 2_500, 4_000, 6_000, 10_000] as const;
/** A stream that was heard for so long is worth opening again without a longer pause. */
const GOOD_STREAM_MS = 5_000;

/**
 * Follows a job to its end: by its events, and by asking where these cannot be heard. Lost lines, deployments and servers
 * that die are waited for.
 * @returns the job as it ended
 * @throws JobGone when no server knows it, CompressionRefused when patience is over, or the signal's reason
 */
export async function awaitJob(jobId: string, watch: StreamWatch): Promise<JobState> {
  let hasEvents = true;
  for (let asked = 0; ; asked++) {
    if (hasEvents) {
      const began = Date.now();
      const end = await listenToJob(jobId, watch);
      if (end.type === 'ended') return end.job;
      hasEvents = end.type === 'broken';
      if (Date.now() - began > GOOD_STREAM_MS) asked = 0;
    }
    const job = await persist(() => askForJob(jobId, watch.signal), watch);
    if (isOver(job)) return job;
    watch.onStage(stageOfJob(job));
    await pause(ASK_EVERY_MS[Math.min(asked, ASK_EVERY_MS.length - 1)] ?? 0, watch.signal);
  }
}

function isOver({ status }: JobState): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
