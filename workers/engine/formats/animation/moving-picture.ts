import type { EngineContext } from '../../context.ts';
import type { PictureFacts } from '../../picture-options.ts';
import type { Pixels } from './pixels.ts';

/** An animation apart from its file, for another format or size. */
export interface MovingPicture {
  /** Of every frame, px. */
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Pixels[];
  /** The picture shown where animations are not, or null where the first frame is it. */
  readonly still: Pixels | null;
  /** How long each frame shows, as a fraction of a second. */
  readonly delays: readonly Delay[];
  /** 0 plays without end. */
  readonly plays: number;
}

/** Parts of a second. */
export interface Delay {
  readonly numerator: number;
  readonly denominator: number;
}

/** What becomes of each picture of an animation: scaled and turned. */
export type ChangeFrame = (pixels: Pixels) => Pixels;

/** A format that holds animations. */
export interface MovingFormat {
  /** @returns null where programs disagree about what the file shows */
  readonly read: (
    facts: PictureFacts,
    changeFrame: ChangeFrame,
    context: EngineContext,
  ) => Promise<Pick<MovingPicture, 'frames' | 'still' | 'delays' | 'plays'> | null>;
  /** A file of it, without loss. */
  readonly write: (
    moving: MovingPicture,
    described: Pick<PictureFacts, 'icc' | 'exif'>,
    context: EngineContext,
  ) => Promise<Uint8Array>;
}
