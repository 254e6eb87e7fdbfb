import type { FitLimits } from './fit-picture.ts';

/** What becomes of one picture of a document: a new encoding, or the picture as it was. */
export interface PictureVersion {
  /** Bytes that it takes in the document. */
  readonly bytes: number;
  /** Visual score where it was encoded with loss, else null. */
  readonly score: number | null;
}

/** What becomes of each picture, by what names it in its kind of document. */
export type PicturePlan<Key, Version extends PictureVersion> = ReadonlyMap<Key, Version>;

/** What is wanted of one picture. */
export interface FitRequest<Version extends PictureVersion> extends FitLimits {
  /** What it is to replace. */
  readonly present: Version;
  /** One at least: it may have the resolution of each of them. */
  readonly efforts: readonly number[];
}

/** What a kind of document offers to the search for a size. */
export interface DocumentPictures<Key, Version extends PictureVersion> {
  /** How many pictures there are. */
  readonly count: number;
  /** Bytes of the document beside the pictures. */
  readonly otherBytes: number;
  /** All pictures at an effort, each as small as that allows. Deterministic. */
  readonly encode: (effort: number) => Promise<PicturePlan<Key, Version>>;
  /** One picture within a size that efforts leap over; null where nothing comes closer to it and looks as good. */
  readonly fit: (key: Key, request: FitRequest<Version>) => Promise<Version | null>;
  readonly isSpent: () => boolean;
}

/** The plans of a document, each made once. */
export class PlansByEffort<Key, Version extends PictureVersion> {
  private readonly made = new Map<number, PicturePlan<Key, Version>>();
  private readonly highestEffort = new Map<Key, number>();
  private readonly document: DocumentPictures<Key, Version>;

  constructor(document: DocumentPictures<Key, Version>) {
    this.document = document;
  }

  /** From now on a picture has this effort at most. */
  limit(key: Key, highestEffort: number): void {
    this.highestEffort.set(key, highestEffort);
  }

  /** The plan of an effort, with less of it for some pictures. */
  async at(effort: number): Promise<PicturePlan<Key, Version>> {
    const plan = new Map(await this.madeAt(effort));
    for (const [key, highest] of this.highestEffort) {
      if (effort > highest) plan.set(key, (await this.madeAt(highest)).get(key)!);
    }
    return plan;
  }

  /** Bytes of the document with a plan: the sum of its parts. */
  sizeOf(plan: PicturePlan<Key, Version>): number {
    let bytes = this.document.otherBytes;
    for (const version of plan.values()) bytes += version.bytes;
    return bytes;
  }

  private async madeAt(effort: number): Promise<PicturePlan<Key, Version>> {
    const known = this.made.get(effort);
    if (known) return known;
    const plan = await this.document.encode(effort);
    this.made.set(effort, plan);
    return plan;
  }
}
