import type { WebpOptions } from '../codecs/image-codec.ts';
import type { EngineContext } from '../context.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import { spreadEvenly } from '../spread-evenly.ts';
import type { WebpSource } from './webp-source.ts';
import { readRiff, writeRiff, type RiffChunk } from './riff.ts';

/** Frames that are measured, spread evenly from the first to the last. */
const MEASURED = 5;

/** A frame may lie this many points below the floor as long as the mean reaches it. */
const FRAME_SLACK = 8;

/** Offset of a frame's duration, 24 bits in ms. */
const DURATION_AT = 12;

interface Reference {
  readonly frame: number;
  readonly meter: VisualMeter;
}

/** Re-encodes an animated WebP and measures what comes out. */
export class AnimationEncoder {
  private readonly source: WebpSource;
  private readonly context: EngineContext;
  private references: readonly Reference[];

  private constructor(source: WebpSource, context: EngineContext, references: readonly Reference[]) {
    this.source = source;
    this.context = context;
    this.references = references;
  }

  /** Decodes the frames to compare with. @throws EngineError "damaged" */
  static async open(source: WebpSource, context: EngineContext): Promise<AnimationEncoder> {
    const { image } = context.codecs;
    const count = source.chunks.filter(({ type }) => type === 'ANMF').length;
    const references: Reference[] = [];
    for (const frame of spreadEvenly(count, MEASURED)) {
      const decoded = await image.decode(source.bytes, { frame });
      references.push({ frame, meter: new VisualMeter(decoded, source.orientation) });
    }
    return new AnimationEncoder(source, context, references);
  }

  /**
   * Encodes every frame, without profile and orientation; delays, loop and background stay.
   * @returns null when the encoder merged or dropped frames
   */
  async encode(options: WebpOptions): Promise<Uint8Array | null> {
    const { image } = this.context.codecs;
    const encoded = await image.recodeAnimation(this.source.bytes, { ...options, format: 'webp' });
    return withTiming(encoded, this.source);
  }

  /** Mean over the measured frames, but no more than the worst of them allows. */
  async score(bytes: Uint8Array, floor: number): Promise<number> {
    const { image } = this.context.codecs;
    const scores: number[] = [];
    for (const { frame, meter } of this.references)
      scores.push(meter.score(await image.decode(bytes, { frame })));
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const worst = Math.min(...scores);
    return worst < floor - FRAME_SLACK ? Math.min(mean, worst + FRAME_SLACK) : mean;
  }

  /** Lets go of what is prepared for measuring: tens of megabytes a frame. */
  release(): void {
    this.references = [];
  }
}

/** Puts the source's delays, loop and background back; null when the encoder merged or dropped frames. */
function withTiming(encoded: Uint8Array, source: WebpSource): Uint8Array | null {
  const chunks = readRiff(encoded).filter(({ type }) => !['ICCP', 'EXIF', 'XMP '].includes(type));
  const before = source.chunks.filter(({ type }) => type === 'ANMF');
  if (chunks.filter(({ type }) => type === 'ANMF').length !== before.length) return null;
  const control = source.chunks.find(({ type }) => type === 'ANIM');
  let index = 0;
  return writeRiff(
    chunks.map((chunk): RiffChunk => {
      if (chunk.type === 'ANIM' && control) return control;
      if (chunk.type !== 'ANMF') return chunk;
      const data = chunk.data.slice();
      data.set(before[index++]!.data.subarray(DURATION_AT, DURATION_AT + 3), DURATION_AT);
      return { type: 'ANMF', data };
    }),
  );
}
