import type { WebpOptions } from '../codecs/image-codec.ts';
import type { EngineContext } from '../context.ts';
import { ACCEPTABLE_SCORE } from '../presets.ts';
import { VisualMeter } from '../perceptual/visual-score.ts';
import { searchQuality, type Trial } from '../search/quality-search.ts';
import { spreadEvenly } from '../spread-evenly.ts';
import { finishWebp, type WebpSource } from './webp-source.ts';
import { cautiousFloor } from '../perceptual/tiny-pictures.ts';
import { reduceAnimatedWebp } from './reduce-animated-webp.ts';
import { canvasSize, readRiff, writeRiff, type RiffChunk } from './riff.ts';

/** Frames looked at, spread evenly from the first to the last. */
const LOOKS = 5;

/** A frame may lie this many points below the floor as long as the mean reaches it. */
const FRAME_SLACK = 8;

/**
 * Encodes an animation anew: as many frames, the same delays and the same loop count, or the source as it was.
 * @throws EngineError "damaged"
 */
export async function compressAnimatedWebp(
  source: WebpSource,
  floor: number,
  context: EngineContext,
): Promise<Uint8Array> {
  const { report, codecs } = context;
  const frames = source.chunks.filter(({ type }) => type === 'ANMF');
  report.kept('animation', frames.length);
  const { targetBytes } = context;
  if (targetBytes === undefined && source.markedFloor !== null && source.markedFloor <= floor + 3) {
    report.skipped(
      'already-compressed',
      'This animation was compressed here before; more would harm its look.',
    );
    return source.bytes;
  }
  const looks = await report.timed('decode', () => referenceFrames(source, frames.length, context));
  const encode = async (options: WebpOptions): Promise<Uint8Array | null> => {
    const encoded = await codecs.image.recodeAnimation(source.bytes, { ...options, format: 'webp' });
    return restored(encoded, source);
  };
  const lossless = frames.every(isLosslessFrame)
    ? await encode({ quality: 90, lossless: true, effort: 4 })
    : null;
  const lossy =
    floor >= 100
      ? null
      : await report.timed('search', () =>
          targetBytes === undefined
            ? searchAnimation(source, floor, { looks, encode }, context)
            : fitAnimation(source, targetBytes, { looks, encode }, context),
        );
  // What is prepared for measuring takes tens of megabytes a frame.
  looks.length = 0;
  const rival = Math.min(lossy?.bytes.length ?? Infinity, lossless?.length ?? Infinity, source.bytes.length);
  const reduced =
    floor >= 100 || targetBytes !== undefined
      ? null
      : await report.timed('reduce', () =>
          reduceAnimatedWebp(
            source,
            { floor: cautiousFloor(floor, canvasSize(source.chunks)), usefulBytes: rival },
            context,
          ),
        );
  const best = [
    reduced && { bytes: finishWebp(reduced.bytes, source, source.plan.icc, floor), score: reduced.score },
    lossless && { bytes: finishWebp(lossless, source, source.plan.icc, null), score: null },
    lossy,
  ]
    .filter((candidate) => candidate !== null)
    .sort((a, b) => a.bytes.length - b.bytes.length)[0];
  if (!best || best.bytes.length > (targetBytes === undefined ? 0.97 : 1) * source.bytes.length) {
    report.skipped('not-smaller', 'Encoding the animation anew would not make it notably smaller.');
    return source.bytes;
  }
  if (best.score !== null) report.scored(best.score);
  report.changed('re-encoded', 'The frames were encoded anew; number, delays and loop are as before.', {
    savedBytes: source.bytes.length - best.bytes.length,
  });
  return best.bytes;
}

interface Look {
  readonly frame: number;
  readonly meter: VisualMeter;
}

async function referenceFrames(
  source: WebpSource,
  count: number,
  { codecs }: EngineContext,
): Promise<Look[]> {
  const result: Look[] = [];
  for (const frame of spreadEvenly(count, LOOKS)) {
    result.push({
      frame,
      meter: new VisualMeter(await codecs.image.decode(source.bytes, { frame }), source.orientation),
    });
  }
  return result;
}

interface Tools {
  readonly looks: readonly Look[];
  readonly encode: (options: WebpOptions) => Promise<Uint8Array | null>;
}

async function searchAnimation(
  source: WebpSource,
  floor: number,
  { looks, encode }: Tools,
  context: EngineContext,
) {
  const trial = await searchQuality({
    floor,
    min: 20,
    max: 95,
    start: 72,
    maxTrials: context.budget.isSpent ? 1 : 6,
    attempt: async (quality) => {
      context.signal.throwIfAborted();
      const bytes = await encode({ quality, effort: 4, alphaQuality: 90 });
      if (!bytes) return { quality, score: -Infinity, bytes: source.bytes };
      return { quality, bytes, score: await scoreOf(bytes, looks, floor, context) };
    },
    isHopeless: ({ score, bytes }) =>
      score === -Infinity || (score < floor && bytes.length > source.bytes.length),
  });
  if (!trial) return null;
  const best = await withMoreEffort(trial, source, floor, { looks, encode }, context);
  return { bytes: finishWebp(best.bytes, source, source.plan.icc, floor), score: best.score };
}

/** The best quality whose bytes fit; the smallest of acceptable look where none does. Says in the report which it was. */
async function fitAnimation(
  source: WebpSource,
  targetBytes: number,
  { looks, encode }: Tools,
  context: EngineContext,
) {
  const overhead = (source.plan.icc?.length ?? 0) + 64;
  let [low, high] = [1, 95];
  let fitting: Uint8Array | null = null;
  for (let quality = 72; low <= high && !context.budget.isSpent; quality = (low + high) >> 1) {
    context.signal.throwIfAborted();
    const bytes = await encode({ quality, effort: 4, alphaQuality: 90 });
    if (!bytes) return null;
    if (bytes.length + overhead > targetBytes) high = quality - 1;
    else {
      fitting = bytes;
      low = quality + 1;
      if (bytes.length + overhead > CLOSE_ENOUGH * targetBytes) break;
    }
  }
  const score = fitting ? await scoreOf(fitting, looks, ACCEPTABLE_SCORE, context) : -Infinity;
  if (fitting && score >= ACCEPTABLE_SCORE) {
    context.report.targeted({ bytes: targetBytes, met: true });
    return { bytes: finishWebp(fitting, source, source.plan.icc, ACCEPTABLE_SCORE), score };
  }
  const smallest = await searchAnimation(source, ACCEPTABLE_SCORE, { looks, encode }, context);
  const smallestBytes = Math.min(smallest?.bytes.length ?? Infinity, source.bytes.length);
  const met = smallestBytes <= targetBytes;
  context.report.targeted({ bytes: targetBytes, met, ...(met ? {} : { smallestBytes }) });
  return smallest;
}

/** A fit this full is not searched further. */
const CLOSE_ENOUGH = 0.97;

/** Full effort takes eight times as long and saves 8 %: once, at the quality found, and only while there is time. */
async function withMoreEffort(
  trial: Trial,
  source: WebpSource,
  floor: number,
  { looks, encode }: Tools,
  context: EngineContext,
): Promise<Trial> {
  const { width, height } = canvasSize(source.chunks);
  if (context.budget.isSpent || width * height * source.chunks.length > EFFORT_PIXELS) return trial;
  const bytes = await encode({ quality: trial.quality, effort: 6, alphaQuality: 90 });
  if (!bytes || bytes.length >= trial.bytes.length) return trial;
  const score = await scoreOf(bytes, looks, floor, context);
  return score >= floor - EFFORT_SLACK ? { quality: trial.quality, bytes, score } : trial;
}

/** Pixels of all frames together up to which full effort is spent. */
const EFFORT_PIXELS = 8_000_000;

/** More effort may cost this many points. */
const EFFORT_SLACK = 0.5;

/** Mean over the frames looked at, but no more than the worst of them allows. */
async function scoreOf(
  bytes: Uint8Array,
  looks: readonly Look[],
  floor: number,
  { codecs }: EngineContext,
): Promise<number> {
  const scores: number[] = [];
  for (const { frame, meter } of looks) scores.push(meter.score(await codecs.image.decode(bytes, { frame })));
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const worst = Math.min(...scores);
  return worst < floor - FRAME_SLACK ? Math.min(mean, worst + FRAME_SLACK) : mean;
}

/** Puts the source's delays, loop and background back; null when the encoder merged or dropped frames. */
function restored(encoded: Uint8Array, source: WebpSource): Uint8Array | null {
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

/** Offset of a frame's duration, 24 bits in ms. */
const DURATION_AT = 12;

function isLosslessFrame({ data }: RiffChunk): boolean {
  return String.fromCharCode(...data.subarray(16, 20)) === 'VP8L';
}
