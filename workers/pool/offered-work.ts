import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EngineFolder } from './engine-folder.ts';
import {
  helpedFile,
  offeredFile,
  type EngineRequest,
  type HelpJob,
  type HelpJobAnswer,
} from './engine-job.ts';
import type { EngineReply } from './engine-reply.ts';

/** Gives work to an idle engine. @returns null where none is idle */
export type GiveHelp = (job: HelpJob, signal: AbortSignal) => Promise<HelpJobAnswer> | null;

type Offer = Extract<EngineReply, { type: 'offered' }>;

/** Offers of one job at most; a regular deck has hundreds of pictures. */
const MOST_OFFERS = 1_000;

/** What an engine offers of its file while it works on it: passed on to idle engines, and back. */
export class OfferedWork {
  private readonly folder: EngineFolder;
  private readonly giveHelp: GiveHelp | undefined;
  private readonly tell: (message: EngineRequest) => void;
  private readonly job = new AbortController();
  private offers = 0;
  private helping = 0;

  /** @param tell sends a message to the engine that offers */
  constructor(folder: EngineFolder, giveHelp: GiveHelp | undefined, tell: (message: EngineRequest) => void) {
    this.folder = folder;
    this.giveHelp = giveHelp;
    this.tell = tell;
  }

  /** Whether another engine works on a part of the job. */
  get isHelped(): boolean {
    return this.helping > 0;
  }

  /** Passes an offer on. A failure of the other engine is none of this job's. */
  async pass({ id, task }: Offer): Promise<void> {
    const parent = dirname(this.folder.path);
    const [sourcePath, outputPath] = [join(parent, randomUUID()), join(parent, randomUUID())];
    let findings: object | null = null;
    try {
      const isThere = this.folder.giveOut(sourcePath, offeredFile(id)) !== null;
      const mayBe = isThere && this.offers++ < MOST_OFFERS;
      const help = mayBe ? this.giveHelp?.({ sourcePath, outputPath, task }, this.job.signal) : null;
      this.answer({ type: 'offer-taken', id, isTaken: Boolean(help) });
      if (!help) return;
      this.helping += 1;
      ({ findings } = await help.finally(() => (this.helping -= 1)));
      if (!this.job.signal.aborted) this.folder.take(outputPath, helpedFile(id));
      this.answer({ type: 'offer-ended', id, findings });
    } catch {
      this.answer({ type: 'offer-ended', id, findings: null });
    } finally {
      await Promise.all([sourcePath, outputPath].map((path) => rm(path, { force: true }))).catch(() => {});
    }
  }

  /** Ends what other engines do for the job. */
  end(): void {
    this.job.abort();
  }

  private answer(message: EngineRequest): void {
    if (!this.job.signal.aborted) this.tell(message);
  }
}
