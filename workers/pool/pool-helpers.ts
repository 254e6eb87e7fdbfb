import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HelpAnswer, Helpers } from '#engine/index.ts';
import { helpedFile, offeredFile, type EngineRequest } from './engine-job.ts';
import type { EngineReply } from './engine-reply.ts';

type Told = Extract<EngineRequest, { type: 'offer-taken' | 'offer-ended' }>;

interface Waiting {
  /** Says whether another engine has it. */
  readonly taken: (isTaken: boolean) => void;
  readonly ended: (answer: HelpAnswer | null) => void;
}

/** The engines beside this one, as the process of an engine reaches them: by messages to its parent, and files in its folder. */
export class PoolHelpers implements Pick<Helpers, 'offer'> {
  private readonly folder: string;
  private readonly send: (reply: EngineReply) => void;
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;

  constructor(folder: string, send: (reply: EngineReply) => void) {
    this.folder = folder;
    this.send = send;
  }

  readonly offer: Helpers['offer'] = async (bytes, task) => {
    const id = this.count++;
    await writeFile(join(this.folder, offeredFile(id)), bytes);
    let ended: Waiting['ended'] = () => {};
    const answer = new Promise<HelpAnswer | null>((resolve) => (ended = resolve));
    const isTaken = await new Promise<boolean>((taken) => {
      this.waiting.set(id, { taken, ended });
      this.send({ type: 'offered', id, task });
    });
    return isTaken ? { answer } : null;
  };

  /** What the parent says of an offer. */
  async hear(told: Told): Promise<void> {
    const offer = this.waiting.get(told.id);
    if (!offer) return;
    const isOver = told.type === 'offer-ended' || !told.isTaken;
    if (isOver) this.waiting.delete(told.id);
    // An offer may also end without being taken.
    offer.taken(told.type === 'offer-taken' && told.isTaken);
    if (told.type === 'offer-ended')
      offer.ended(told.findings && (await this.answered(told.id, told.findings)));
  }

  private async answered(id: number, findings: object): Promise<HelpAnswer | null> {
    const path = join(this.folder, helpedFile(id));
    try {
      const bytes = new Uint8Array(await readFile(path));
      await rm(path);
      return { bytes, findings };
    } catch {
      return null;
    }
  }
}
