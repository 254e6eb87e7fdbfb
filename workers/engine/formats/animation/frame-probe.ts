import type { CandidatePalettes } from '../../palette/build/candidate-palettes.ts';
import { ColourMapper } from '../../palette/map/map-colours.ts';
import type { Measured } from '../../palette/choose/next-lambda.ts';
import { mendedPalette } from '../../palette/repair/mend-palette.ts';
import type { TrialSubject } from '../../palette/choose/palette-trials.ts';
import { ESTIMATE_LEVEL, PART_FROM_PIXELS } from '../../palette/tuning.ts';
import { sampleTiles } from '../../quality/metrics/ssimulacra2/sample-tiles.ts';
import { StillJudge } from '../../quality/judge.ts';
import type { Raster } from '../../base/raster.ts';
import { probeOf } from '../../search/quality/mosaic.ts';
import { spreadEvenly } from '../../base/spread-evenly.ts';
import { WORK_MS } from '../../budget/work-costs.ts';
import type { FrameComparison } from './check-frames.ts';
import type { FrameSequence } from './frame-sequence.ts';
import { coloursFor, FrameMapper } from './map-frames.ts';
import { pixelsOf, rasterOfPixels, type Pixels } from './pixels.ts';
import { TOO_LONG_FACTOR, MOST_COLOURS, MOST_SHEETS, SHEET_PIXELS, TRIAL_FRAMES } from './tuning.ts';

export interface FramesRequest extends FrameComparison {
  /** The samples that are mapped; the references themselves where no profile stands between. */
  readonly sequence: FrameSequence;
  /** The search ends where the first palette promises a longer result [Infinity]. */
  readonly maxBytes?: number;
}

/** One frame of those that are tried. */
interface ProbeFrame {
  readonly pixels: Pixels;
  /** Judges it; null where it is only the frame before one that is measured. */
  readonly judge: StillJudge | null;
}

/** Measures palettes on a few frames, each with the one before it; of large frames on their spot tiles. */
export class FrameProbe {
  private readonly request: FramesRequest;
  private readonly frames: readonly ProbeFrame[];
  private readonly size: { readonly width: number; readonly height: number };
  /** Frames under each other, from which palettes are made. */
  readonly sheet: Raster;

  private constructor(request: FramesRequest, frames: readonly ProbeFrame[], size: Raster, sheet: Raster) {
    this.request = request;
    this.frames = frames;
    this.size = { width: size.width, height: size.height };
    this.sheet = sheet;
  }

  static async open(request: FramesRequest): Promise<FrameProbe> {
    const { sequence, references } = request;
    const { width, height, count } = sequence;
    const measured = spreadEvenly(count, TRIAL_FRAMES);
    const numbers = [...new Set(measured.flatMap((n) => [Math.max(0, n - 1), n]))].sort((a, b) => a - b);
    const stored = await sequence.pick(numbers);
    const displayed = references === sequence ? stored : await references.pick(numbers);
    const sampling = sampleTiles(width, height);
    const part = (pixels: Pixels) =>
      probeOf(rasterOfPixels(pixels, width, height), sampling, PART_FROM_PIXELS);
    const frames = stored.map((pixels, i) => {
      const reference = part(displayed[i]!);
      const isMeasured = measured.includes(numbers[i]!);
      const { raster, sampling } = reference;
      const judge = isMeasured
        ? new StillJudge(raster, { floor: request.floor, as: 'frame', sampling })
        : null;
      return { pixels: pixelsOf(part(pixels).raster), judge };
    });
    return new FrameProbe(request, frames, part(stored[0]!).raster, await sheetOf(sequence));
  }

  /** The frames, to try palettes on. */
  get subject(): TrialSubject {
    const { floor, maxBytes = Infinity, context, sequence } = this.request;
    return {
      floor,
      effort: 'full',
      tooLongBytes: TOO_LONG_FACTOR * maxBytes,
      isBudgetSpent: () => context.budget.isSpent,
      measurerFor: (palette, dither) => {
        const colours = coloursFor(sequence, palette);
        return (lambda) => this.measure(palette, new FrameMapper(colours, { dither, lambda }), lambda);
      },
    };
  }

  /** Palettes without the colour used least where they are full: one place marks unchanged pixels. */
  async *withRoom(palettes: CandidatePalettes): CandidatePalettes {
    for (let missing: number | undefined; ;) {
      const { value: palette, done } = await palettes.next(missing);
      if (done) return;
      missing = yield this.withoutLeastUsed(palette);
    }
  }

  /** A palette with colours for areas that it shows grossly wrong. @returns the palette itself where nothing is missed */
  withMissed(palette: Uint8Array): Uint8Array {
    const { width, height } = this.sheet;
    const indexes = new ColourMapper(this.sheet, palette).nearestIndexes();
    const { palette: mended } = mendedPalette(this.sheet, { width, height, palette, indexes });
    const fuller = mended.subarray(0, MOST_COLOURS * 4);
    return fuller.length === palette.length ? palette : fuller;
  }

  private withoutLeastUsed(palette: Uint8Array): Uint8Array {
    const count = palette.length / 4;
    if (count <= MOST_COLOURS) return palette;
    const uses = new Uint32Array(count);
    for (const index of new ColourMapper(this.sheet, palette).nearestIndexes()) uses[index]!++;
    const least = uses.indexOf(Math.min(...uses)) * 4;
    const shorter = new Uint8Array(MOST_COLOURS * 4);
    shorter.set(palette.subarray(0, least));
    shorter.set(palette.subarray(least + 4), least);
    return shorter;
  }

  private async measure(palette: Uint8Array, mapper: FrameMapper, lambda: number): Promise<Measured> {
    const { sequence, render, context } = this.request;
    const { width, height } = this.size;
    let [score, bytes] = [Infinity, 0];
    let before: Uint8Array | null = null;
    const later = this.frames.filter(({ judge }, i) => judge && i > 0).length;
    for (const { pixels, judge } of this.frames) {
      context.signal.throwIfAborted();
      context.budget.charge((pixels.length * WORK_MS.mapFramesPerMp) / 1e6);
      const indexes = mapper.next(pixels);
      if (judge) {
        score = Math.min(score, judge.trial(await render({ width, height, palette, indexes })));
        const drawn = before ? changedOnly(indexes, before) : indexes;
        const { length } = await context.codecs.deflate.deflate(drawn, {
          format: 'zlib',
          level: ESTIMATE_LEVEL,
        });
        bytes += before ? (length * (sequence.count - 1)) / later : length;
      }
      before = indexes;
    }
    return { lambda, score, bytes };
  }
}

function changedOnly(indexes: Uint8Array, before: Uint8Array): Uint8Array {
  // 255 is no colour: there are 255 at most.
  return indexes.map((index, i) => (index === before[i] ? 255 : index));
}

async function sheetOf(sequence: FrameSequence): Promise<Raster> {
  const { width, height } = sequence;
  const most = Math.max(1, Math.min(MOST_SHEETS, Math.floor(SHEET_PIXELS / (width * height))));
  const frames = await sequence.pick(spreadEvenly(sequence.count, most));
  if (sequence.still) frames.push(sequence.still);
  const pixels = new Uint32Array(width * height * frames.length);
  frames.forEach((frame, i) => pixels.set(frame, i * width * height));
  return rasterOfPixels(pixels, width, height * frames.length);
}
