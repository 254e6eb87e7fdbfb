import { deriveContext, type EngineContext } from '../../../context.ts';
import type {
  DocumentPictures,
  FitRequest,
  PicturePlan,
  PictureVersion,
} from '../../pictures/plan-by-effort.ts';
import { fitDeckPicture } from './fit-picture.ts';
import { packedLength, type NewPicture } from './new-picture.ts';
import { qualityAt } from './picture-quality.ts';
import type { PictureTask } from './picture-task.ts';
import { PicturesAhead } from './pictures-ahead.ts';
import { WorkShares } from './work-shares.ts';
import { MAX_EFFORTS } from '../../pictures/tuning.ts';

/** What becomes of a picture of a deck. */
export interface DeckVersion extends PictureVersion {
  /** Null where it stays as it was. */
  readonly picture: NewPicture | null;
}

/** The pictures of a deck, by the path of their part, for the search for a size. */
export class DeckPictures implements DocumentPictures<string, DeckVersion> {
  /** Of the deck with the pictures that {@link note} returned. */
  otherBytes = 0;
  private readonly context: EngineContext;
  private readonly tasks = new Map<string, PictureTask>();
  private readonly failures = new Map<string, unknown>();
  /** Work of a plan: the same for each, so that plans do not depend on which were made before. */
  private planMs: number | undefined;

  constructor(context: EngineContext) {
    this.context = context;
  }

  /**
   * Takes the pictures of a deck, those that take most bytes first.
   * @param path of the part, the same in every deck
   * @returns an empty one in its place, so that the deck shows what the rest of it takes
   */
  note(task: PictureTask, path: string): NewPicture {
    this.tasks.set(path, task);
    const format = task.bytes[0] === 0xff ? 'jpeg' : 'png';
    return { bytes: new Uint8Array(0), format, score: null, isResized: false };
  }

  get count(): number {
    return this.tasks.size;
  }

  async encode(effort: number): Promise<PicturePlan<string, DeckVersion>> {
    const { budget, signal } = this.context;
    const quality = qualityAt(effort);
    this.planMs ??= budget.leftMs / MAX_EFFORTS;
    const shares = new WorkShares(budget.part(this.planMs), {
      count: this.tasks.size,
      bytes: [...this.tasks.values()].reduce((sum, { bytesToBeat }) => sum + bytesToBeat, 0),
      reserveMs: 0,
    });
    const plan = new Map<string, DeckVersion>();
    const tasks = [...this.tasks.values()].map((task) => ({ ...task, quality }));
    const sizes = tasks.map(({ bytesToBeat }) => bytesToBeat);
    const ahead = new PicturesAhead(tasks, { shares, sizes }, this.context);
    for (const [path, task] of this.tasks) {
      signal.throwIfAborted();
      const context = deriveContext(this.context, {
        budget: shares.next(task.bytesToBeat),
        target: undefined,
      });
      const picture = await this.tried(path, () => ahead.make(plan.size, { ...task, quality, context }));
      plan.set(path, await this.versionOf(task, picture));
    }
    return plan;
  }

  async fit(path: string, request: FitRequest<DeckVersion>): Promise<DeckVersion | null> {
    const task = { ...this.tasks.get(path)!, quality: qualityAt(Math.min(...request.efforts)) };
    const { picture: present } = request.present;
    const fitted = await this.tried(path, () => fitDeckPicture(task, present, request));
    return fitted && (await this.versionOf(task, fitted));
  }

  isSpent(): boolean {
    return this.context.budget.isSpent;
  }

  /** A picture of a plan. @throws what its encoding threw */
  pictureOf(plan: PicturePlan<string, DeckVersion>, path: string): NewPicture | null {
    if (this.failures.has(path)) throw this.failures.get(path);
    return plan.get(path)?.picture ?? null;
  }

  private async versionOf({ bytesToBeat }: PictureTask, picture: NewPicture | null): Promise<DeckVersion> {
    if (!picture) return { picture, bytes: bytesToBeat, score: null };
    const bytes = await packedLength(picture.bytes, this.context.codecs.deflate);
    return { picture, bytes, score: picture.score };
  }

  /** Notes a failure for the deck that is made at last; the picture stays as it was. */
  private async tried(path: string, work: () => Promise<NewPicture | null>): Promise<NewPicture | null> {
    if (this.failures.has(path)) return null;
    try {
      return await work();
    } catch (error) {
      this.context.signal.throwIfAborted();
      this.failures.set(path, error);
      return null;
    }
  }
}
