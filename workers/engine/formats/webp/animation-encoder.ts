import type { WebpOptions } from '../../codecs/ports/image-codec.ts';
import type { EngineContext } from '../../context.ts';
import { StillJudge } from '../../quality/judge.ts';
import type { Display } from '../../palette/map/shown-by-profile.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { spreadEvenly } from '../../base/spread-evenly.ts';
import { commonFloor } from '../../metadata/generation-marker.ts';
import { displayOf, finishWebp, type WebpSource } from './webp-source.ts';
import { canvasSize, readRiff, writeRiff, type RiffChunk } from '../../containers/riff.ts';
import { KEPT_FRAMES_PIXELS, TRIAL_FRAMES } from '../animation/tuning.ts';
import { FRAME_SLACK_POINTS } from './tuning.ts';

/** Offset of a frame's duration, 24 bits in ms. */
const DURATION_AT = 12;

interface Reference {
  readonly frame: number;
  readonly judge: StillJudge;
}

/** Re-encodes an animated WebP and measures what comes out. */
export class AnimationEncoder {
  readonly source: WebpSource;
  readonly context: EngineContext;
  private readonly count: number;
  /** Shows frames; null where their samples are sRGB. */
  private readonly display: Display | null;
  /** Null before they are needed and after they were let go. */
  private references: readonly Reference[] | null = null;

  private constructor(source: WebpSource, context: EngineContext) {
    this.source = source;
    this.context = context;
    this.display = displayOf(source, context);
    this.count = source.chunks.filter(({ type }) => type === 'ANMF').length;
  }

  /** Decodes the frames to compare with. @throws EngineError "damaged" */
  static async open(source: WebpSource, context: EngineContext): Promise<AnimationEncoder> {
    const encoder = new AnimationEncoder(source, context);
    encoder.references = await encoder.readReferences();
    return encoder;
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

  /** What was encoded, with the profile and the descriptions of the source. @param floor null where nothing was lost now */
  finish(bare: Uint8Array, floor: number | null): Uint8Array {
    const { plan, markedFloor } = this.source;
    const common = floor === null ? markedFloor : commonFloor(markedFloor, floor);
    return finishWebp(bare, this.source, plan.icc, common);
  }

  /** Pixels of all frames together. */
  get pixels(): number {
    const { width, height } = canvasSize(this.source.chunks);
    return width * height * this.count;
  }

  /** Mean over the measured frames, but no more than the worst of them allows. */
  async score(bytes: Uint8Array, floor: number): Promise<number> {
    const references = (this.references ??= await this.readReferences());
    const scores: number[] = [];
    for await (const [frame, picture] of this.measuredFrames(bytes))
      scores.push(references.find((reference) => reference.frame === frame)!.judge.judge(picture).score);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const worst = Math.min(...scores);
    return worst < floor - FRAME_SLACK_POINTS ? Math.min(mean, worst + FRAME_SLACK_POINTS) : mean;
  }

  private async readReferences(): Promise<Reference[]> {
    const references: Reference[] = [];
    for await (const [frame, picture] of this.measuredFrames(this.source.bytes))
      references.push({
        frame,
        judge: new StillJudge(picture, { floor: 0, as: 'frame' }),
      });
    return references;
  }

  /** The frames that are measured, as they are shown, with their numbers. */
  private async *measuredFrames(bytes: Uint8Array): AsyncGenerator<[number, Raster]> {
    const { image } = this.context.codecs;
    const { width, height } = canvasSize(this.source.chunks);
    const numbers = spreadEvenly(this.count, TRIAL_FRAMES);
    const isShort = this.pixels <= KEPT_FRAMES_PIXELS;
    const all = isShort ? await image.decodeFrames(bytes) : null;
    if (all?.height !== height * this.count) {
      for (const frame of numbers) yield [frame, await this.shown(await image.decode(bytes, { frame }))];
      return;
    }
    const frameBytes = width * height * all.channels;
    for (const frame of numbers) {
      // A copy: a part would keep all the others in memory.
      const data = all.data.slice(frame * frameBytes, (frame + 1) * frameBytes);
      yield [frame, await this.shown({ ...all, height, data })];
    }
    releaseRaster(all);
  }

  private shown(stored: Raster): Raster | Promise<Raster> {
    return this.display ? this.display.raster(stored) : stored;
  }

  /** Lets go of what is prepared for measuring, tens of megabytes a frame, until it is needed again. */
  release(): void {
    this.references = null;
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
