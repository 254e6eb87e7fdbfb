import type { FrameSequence } from '../../animation/frame-sequence.ts';
import { KEPT_FRAMES_PIXELS } from '../../animation/tuning.ts';
import { isAllOpaque, type Pixels } from '../../animation/pixels.ts';
import type { EngineContext } from '../../../context.ts';
import { composeFrames, decodeFrame } from './compose-frames.ts';
import type { Animation } from './read-animation.ts';
import { WORK_MS } from '../../../budget/work-costs.ts';

/** The composed frames of an animated PNG. */
export class ComposedFrames implements FrameSequence {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly still: Pixels | null;
  readonly isOpaque: boolean;
  /** Whether transparent samples are drawn over others: programs round that in different ways. */
  readonly isMixed: boolean;
  private readonly animation: Animation;
  private readonly context: EngineContext;
  private readonly kept: readonly Pixels[] | null;

  private constructor(animation: Animation, context: EngineContext, found: FirstPass) {
    this.animation = animation;
    this.context = context;
    this.width = animation.header.width;
    this.height = animation.header.height;
    this.count = animation.frames.length;
    this.still = found.still;
    this.isMixed = found.isMixed;
    this.isOpaque = found.isOpaque;
    this.kept = found.kept;
  }

  /**
   * Goes through all frames once.
   * @throws EngineError "damaged" when a frame cannot be decoded
   */
  static async open(animation: Animation, context: EngineContext): Promise<ComposedFrames> {
    const { image } = context.codecs;
    const { width, height } = animation.header;
    const still = animation.still && (await decodeFrame(animation, animation.still, image));
    let isMixed = false;
    let isOpaque = !still || isAllOpaque(still);
    const kept: Pixels[] | null = width * height * animation.frames.length <= KEPT_FRAMES_PIXELS ? [] : null;
    for await (const pixels of composeFrames(animation, image, () => (isMixed = true))) {
      context.signal.throwIfAborted();
      context.budget.charge((width * height * WORK_MS.composeFramesPerMp) / 1e6);
      isOpaque &&= isAllOpaque(pixels);
      kept?.push(pixels);
    }
    return new ComposedFrames(animation, context, { still, isMixed, isOpaque, kept });
  }

  async *frames(): AsyncGenerator<[number: number, pixels: Pixels]> {
    if (this.kept) {
      yield* this.kept.entries();
      return;
    }
    const { animation, context } = this;
    let number = 0;
    for await (const pixels of composeFrames(animation, context.codecs.image)) {
      context.signal.throwIfAborted();
      context.budget.charge((this.width * this.height * WORK_MS.composeFramesPerMp) / 1e6);
      yield [number++, pixels];
    }
  }

  async pick(numbers: readonly number[]): Promise<Pixels[]> {
    const picked: Pixels[] = [];
    for await (const [number, pixels] of this.frames()) {
      if (number === numbers[picked.length]) picked.push(pixels);
      if (picked.length === numbers.length) break;
    }
    return picked;
  }
}

/** An animation, and its frames, composed when they are first asked for. */
export interface AnimationFrames {
  readonly animation: Animation;
  readonly composed: () => Promise<ComposedFrames>;
}

interface FirstPass extends Pick<ComposedFrames, 'still' | 'isMixed' | 'isOpaque'> {
  readonly kept: readonly Pixels[] | null;
}
