import type { Pixels } from './pixels.ts';

/** The composed frames of an animation, to be gone through several times; not to be written to. */
export interface FrameSequence {
  /** Of every frame, px. */
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** The picture shown where animations are not, or null where the first frame is it. */
  readonly still: Pixels | null;
  /** Whether nothing shines through any frame. */
  readonly isOpaque: boolean;
  /** All frames in order, each with its number. */
  frames(): AsyncGenerator<[number: number, pixels: Pixels]>;
  /** Some of the frames. @param numbers ascending */
  pick(numbers: readonly number[]): Promise<Pixels[]>;
}
