import { AMPLE_SCORE } from '../../../api/presets.ts';
import { fitPicture } from './fit-picture.ts';
import type { NewPicture } from './new-picture.ts';
import type { PictureQuality } from './picture-quality.ts';
import type { PictureTask } from './picture-task.ts';
import { recompressPicture } from './recompress-picture.ts';

/** Pictures that are fitted one by one at most, each in about as long as it takes at one or two qualities. */
const MAX_FITTED = 2;

/** Room below this is left as it is: entries of the package may grow. */
const NEGLIGIBLE_BYTES = 200;

/** The pictures of a deck at all qualities that were tried, each made once; and which versions single ones are to have. */
export class PictureVersions {
  /** By path and quality: each attempt reads the deck anew and finds the same parts. */
  private readonly made = new Map<string, NewPicture | null>();
  /** Bytes that pictures take in the source's package, by path. */
  private readonly sourceBytes = new Map<string, number>();
  private readonly gentler = new Map<string, PictureQuality>();
  private readonly toFit = new Set<string>();
  private room = 0;

  /**
   * The version that a picture is to have: the one at the task's quality where nothing else was said.
   * @param picture path of its part, the same in every attempt
   */
  async make(task: PictureTask, picture: string): Promise<NewPicture | null> {
    this.sourceBytes.set(picture, task.bytesToBeat);
    const version = await this.at(picture, { ...task, quality: this.gentler.get(picture) ?? task.quality });
    if (!this.toFit.has(picture) || this.room < NEGLIGIBLE_BYTES) return version;
    const size = version?.bytes.length ?? task.bytesToBeat;
    const fitted = await fitPicture(task, version, size + this.room);
    const isBetter = fitted !== null && fitted.bytes.length > size && isAsGood(fitted, version);
    if (isBetter) this.room -= fitted.bytes.length - size;
    return isBetter ? fitted : version;
  }

  /**
   * From now on pictures come in gentler versions as long as they fit, those that add most first; then single ones are
   * fitted to what is left.
   * @param quality that all pictures have
   * @param gentler at which the deck is too large
   * @param room    bytes that the deck may grow by
   */
  fill(quality: PictureQuality, gentler: PictureQuality, room: number): void {
    this.room = room - NEGLIGIBLE_BYTES;
    const gains = [...this.sourceBytes.keys()]
      .map((picture) => ({ picture, added: this.sizeOf(picture, gentler) - this.sizeOf(picture, quality) }))
      .filter(({ added }) => added > 0)
      .sort((a, b) => b.added - a.added);
    for (const { picture, added } of gains) {
      if (added <= this.room) {
        this.gentler.set(picture, gentler);
        this.room -= added;
      } else if (this.toFit.size < MAX_FITTED) this.toFit.add(picture);
    }
  }

  private async at(picture: string, task: PictureTask): Promise<NewPicture | null> {
    const key = versionKey(picture, task.quality);
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const version = await recompressPicture(task);
    this.made.set(key, version);
    return version;
  }

  private sizeOf(picture: string, quality: PictureQuality): number {
    return this.made.get(versionKey(picture, quality))?.bytes.length ?? this.sourceBytes.get(picture)!;
  }
}

function isAsGood({ score }: NewPicture, present: NewPicture | null): boolean {
  return (score ?? 100) >= Math.min(present?.score ?? 0, AMPLE_SCORE);
}

function versionKey(picture: string, { floor, ppi }: PictureQuality): string {
  return `${picture} ${floor} ${ppi}`;
}
