import type { FinishedItem } from '../queue/queue-state.ts';
import type { CompressedFile } from '../queue/request.ts';
import { uploadResult } from './share-from-device.ts';
import { copyLink, ResultGone, type SharedJobs, type ShareLink } from './share.ts';

type LinkedItem = Pick<FinishedItem, 'folder' | 'state'>;

/** Makes links to results of this page, and knows which of them were uploaded for one. */
export class Links {
  private readonly uploaded = new Map<CompressedFile, string>();

  /** Whether the server had a result, so that a link sends nothing that has not been there. */
  needsNoUpload(result: CompressedFile): boolean {
    return result.jobId !== null || this.uploaded.has(result);
  }

  /**
   * Copies one link to all of some results. What the server has no longer is uploaded once more: it is still here.
   * @throws SignInNeeded, or what else keeps a result from being uploaded or linked
   */
  async copy(items: readonly LinkedItem[], token: string): Promise<ShareLink> {
    try {
      return await copyLink(this.jobsOf(items, false), token);
    } catch (error) {
      this.uploaded.clear();
      if (!(error instanceof ResultGone)) throw error;
      return copyLink(this.jobsOf(items, true), token);
    }
  }

  private async jobsOf(items: readonly LinkedItem[], areGone: boolean): Promise<SharedJobs> {
    const jobs = new Map<string, string>();
    for (const { folder, state } of items) {
      const { result } = state;
      const known = this.uploaded.get(result) ?? (areGone ? null : result.jobId);
      const jobId = known ?? (await uploadResult(result));
      if (jobId !== result.jobId) this.uploaded.set(result, jobId);
      jobs.set(jobId, folder);
    }
    return jobs;
  }
}
