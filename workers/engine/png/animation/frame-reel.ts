import type { EngineContext } from '../../context.ts';
import { composedFrames, decodeFrame, OPAQUE, type Colour, type Pixels } from './compose-frames.ts';
import type { Animation } from './read-animation.ts';

/** Composed frames up to this many pixels are kept; longer animations are composed anew for each pass. */
const KEPT_PIXELS = 24_000_000;

/** Work of composing and comparing, ms a million pixels. */
const COMPOSE_MS = 15;

/** Composed frames, to be gone through several times; those must not be written to. */
export interface Reel {
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

/** The composed frames of an animated PNG. */
export class FrameReel implements Reel {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** The picture shown where animations are not, or null where the first frame is it. */
  readonly still: Pixels | null;
  /** Whether see-through samples are drawn over others: programs round that in different ways. */
  readonly isMixed: boolean;
  /** Whether nothing shines through any frame. */
  readonly isOpaque: boolean;
  private readonly animation: Animation;
  private readonly context: EngineContext;
  private readonly colour: Colour;
  private readonly kept: readonly Pixels[] | null;

  private constructor(animation: Animation, context: EngineContext, colour: Colour, facts: ReelFacts) {
    this.animation = animation;
    this.context = context;
    this.colour = colour;
    this.width = animation.header.width;
    this.height = animation.header.height;
    this.count = animation.frames.length;
    this.still = facts.still;
    this.isMixed = facts.isMixed;
    this.isOpaque = facts.isOpaque;
    this.kept = facts.kept;
  }

  /**
   * Goes through all frames once.
   * @throws EngineError "damaged" when a frame cannot be decoded
   */
  static async open(animation: Animation, context: EngineContext, colour: Colour): Promise<FrameReel> {
    const { image } = context.codecs;
    const { width, height } = animation.header;
    const still = animation.still && (await decodeFrame(animation, animation.still, image, colour));
    let isMixed = false;
    let isOpaque = !still || isAllOpaque(still);
    const kept: Pixels[] | null = width * height * animation.frames.length <= KEPT_PIXELS ? [] : null;
    for await (const pixels of composedFrames(animation, image, colour, () => (isMixed = true))) {
      context.signal.throwIfAborted();
      context.budget.charge((width * height * COMPOSE_MS) / 1e6);
      isOpaque &&= isAllOpaque(pixels);
      kept?.push(pixels);
    }
    return new FrameReel(animation, context, colour, { still, isMixed, isOpaque, kept });
  }

  /** All frames in order, each with its number. */
  async *frames(): AsyncGenerator<[number: number, pixels: Pixels]> {
    if (this.kept) {
      yield* this.kept.entries();
      return;
    }
    const { animation, context, colour } = this;
    let number = 0;
    for await (const pixels of composedFrames(animation, context.codecs.image, colour)) {
      context.signal.throwIfAborted();
      context.budget.charge((this.width * this.height * COMPOSE_MS) / 1e6);
      yield [number++, pixels];
    }
  }

  /** Some of the frames. @param numbers ascending */
  async pick(numbers: readonly number[]): Promise<Pixels[]> {
    const picked: Pixels[] = [];
    for await (const [number, pixels] of this.frames()) {
      if (number === numbers[picked.length]) picked.push(pixels);
      if (picked.length === numbers.length) break;
    }
    return picked;
  }
}

interface ReelFacts extends Pick<FrameReel, 'still' | 'isMixed' | 'isOpaque'> {
  readonly kept: readonly Pixels[] | null;
}

function isAllOpaque(pixels: Pixels): boolean {
  for (const pixel of pixels) if (pixel < OPAQUE) return false;
  return true;
}
