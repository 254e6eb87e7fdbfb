import { candidatePalettes, paletteLadder } from '../../palette/build/candidate-palettes.ts';
import { LambdaSearch } from '../../palette/choose/lambda-search.ts';
import { PaletteTrials, type Trial } from '../../palette/choose/palette-trials.ts';
import { worstFrameScore } from './check-frames.ts';
import { FrameProbe, type FramesRequest } from './frame-probe.ts';
import { mapFrames, type MappedFrames } from './map-frames.ts';
import { KEPT_FRAMES_PIXELS, LEADERS, MOST_PASSES, NEAR_POINTS, UNLIKELY_FACTOR } from './tuning.ts';

/** All frames in the colours of one palette. */
export interface ReducedFrames {
  /** RGBA, at most 255 colours. */
  readonly palette: Uint8Array;
  readonly mapped: MappedFrames;
  /** Of the worst frame. */
  readonly score: number;
}

/** A palette that reached the floor on a few frames, with the settings for all. */
interface FrameTrial {
  readonly palette: Uint8Array;
  readonly dither: number;
  readonly lambda: number;
}

/**
 * Reduces all frames to one palette, in as few bytes as the floor allows for every one of them. Pixels that do not change
 * between two frames of the source do not change in the result.
 * @returns null where no palette reaches the floor, or the result would be too long
 */
export async function reduceFrames(request: FramesRequest): Promise<ReducedFrames | null> {
  for (const trial of await acceptableTrials(request)) {
    const applied = await applyToAll(trial, request);
    if (applied) return applied;
  }
  return null;
}

/** The palettes that reached the floor on a few frames, the smallest result first. */
async function acceptableTrials(request: FramesRequest): Promise<FrameTrial[]> {
  const probe = await FrameProbe.open(request);
  const trials = new PaletteTrials(probe.subject);
  const ladder = paletteLadder(probe.sheet, request.context.budget);
  const candidates = candidatePalettes({ ladder, range: 'few' });
  if (!(await trials.tryCandidates(probe.withRoom(candidates)))) return [];
  if (!(await trials.tryDithered(LEADERS))) return [];
  if (isLikelyTooLong(trials.acceptable[0], request)) return [];
  return trials.acceptable.slice(0, LEADERS).map(({ palette, dither, search }, place) => ({
    palette: place === 0 ? probe.withMissed(palette) : palette,
    dither,
    lambda: search.best!.lambda,
  }));
}

function isLikelyTooLong(leader: Trial | undefined, { maxBytes = Infinity }: FramesRequest): boolean {
  return leader !== undefined && leader.search.best!.bytes > UNLIKELY_FACTOR * maxBytes;
}

/** The trial on all frames, at the lambda with which each of them reaches the floor; null where none does. */
async function applyToAll(
  { palette, dither, lambda: start }: FrameTrial,
  request: FramesRequest,
): Promise<ReducedFrames | null> {
  const { sequence, floor, context } = request;
  let best: (ReducedFrames & { readonly lambda: number }) | null = null;
  const search = new LambdaSearch({
    floor,
    measure: async (lambda) => {
      const mapped = await mapFrames(sequence, palette, { dither, lambda });
      const score = await worstFrameScore(mapped, request, palette);
      if (score >= floor && (!best || lambda > best.lambda)) best = { palette, lambda, score, mapped };
      // How many bytes are not asked for: the highest lambda takes the fewest.
      return { lambda, score, bytes: 1 / (1 + lambda) };
    },
  });
  await search.at(start);
  const isLong =
    sequence.width * sequence.height * sequence.count > KEPT_FRAMES_PIXELS || context.budget.isSpent;
  if (!isLong || !best) await search.run(NEAR_POINTS, MOST_PASSES);
  if (!best && start > 0) await search.at(0);
  return best;
}
