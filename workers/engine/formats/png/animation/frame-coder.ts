import {
  changedRegion,
  changesOver,
  cutRegion,
  fillRegion,
  type ChangedRegion,
} from '../../animation/canvas-regions.ts';
import type { Region } from '../../animation/pixels.ts';
import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import { MOST_CHANGED_FACTOR } from '../tuning.ts';
import { estimateRows, packRows } from './pack-rows.ts';
import type { PixelFormat } from './pixel-format.ts';
import { BLEND, DISPOSE, type Blend, type Dispose, type Frame } from './read-frames.ts';

type Coded = Omit<Frame, 'delay'>;

/** A canvas that a frame may be drawn on, and what the frame before has to do for that. */
interface Base {
  readonly dispose: Dispose;
  readonly canvas: Uint32Array;
  readonly change: ChangedRegion;
}

interface Candidate {
  readonly base: Base;
  readonly region: Region;
  readonly blend: Blend;
  readonly codes: Uint32Array;
}

/**
 * Turns composed frames into the least that must be drawn for each: the smallest of the rectangle that differs from what
 * is shown, from a cleared place, or from what was shown before the last frame, drawn over it or in place of it.
 */
export class FrameCoder {
  readonly frames: Coded[] = [];
  private readonly width: number;
  private readonly height: number;
  private readonly format: PixelFormat;
  private readonly deflate: DeflateCodec;
  /** The canvas as the last frame left it, and as it was before that frame. */
  private shown: Uint32Array;
  private before: Uint32Array | null = null;

  constructor(size: { width: number; height: number }, format: PixelFormat, deflate: DeflateCodec) {
    this.width = size.width;
    this.height = size.height;
    this.format = format;
    this.deflate = deflate;
    this.shown = new Uint32Array(size.width * size.height).fill(format.empty);
  }

  /**
   * Adds the next frame.
   * @param codes  the canvas to show; kept, so that callers must not write to it
   * @param level  of deflate, 1-12
   */
  async add(codes: Uint32Array, level: number): Promise<void> {
    const last = this.frames.at(-1);
    const candidate = last ? await this.cheapest(codes, last) : this.whole(codes);
    const { region, blend, base } = candidate;
    if (last) this.frames[this.frames.length - 1] = { ...last, dispose: base.dispose };
    const rows = this.format.rowsOf(candidate.codes, region.width, region.height);
    const data = await packRows(rows, this.deflate, level);
    const { x, y, width, height } = region;
    this.frames.push({ x, y, width, height, dispose: DISPOSE.none, blend, data });
    this.before = base.canvas;
    this.shown = codes;
  }

  private whole(codes: Uint32Array): Candidate {
    const region = { x: 0, y: 0, width: this.width, height: this.height };
    const base = { dispose: DISPOSE.none, canvas: this.shown, change: { ...region, count: codes.length } };
    return { base, region, blend: BLEND.source, codes };
  }

  private async cheapest(codes: Uint32Array, last: Coded): Promise<Candidate> {
    const candidates = this.bases(codes, last).flatMap((base) => this.candidatesOn(base, codes));
    if (candidates.length === 1) return candidates[0]!;
    let [best, least] = [candidates[0]!, Infinity];
    for (const candidate of candidates) {
      const { width, height } = candidate.region;
      const bytes = await estimateRows(this.format.rowsOf(candidate.codes, width, height), this.deflate);
      if (bytes < least) [best, least] = [candidate, bytes];
    }
    return best;
  }

  /** The canvases worth drawing on, the unchanged one first. */
  private bases(codes: Uint32Array, last: Coded): Base[] {
    const cleared = this.shown.slice();
    fillRegion(cleared, this.width, last, this.format.empty);
    const canvases: [Dispose, Uint32Array][] = [
      [DISPOSE.none, this.shown],
      [DISPOSE.background, cleared],
    ];
    if (this.before && this.frames.length > 1) canvases.push([DISPOSE.previous, this.before]);
    const bases = canvases.map(([dispose, canvas]) => ({
      dispose,
      canvas,
      change: changedRegion(canvas, codes, this.width),
    }));
    const least = Math.min(...bases.map(({ change }) => change.count));
    return bases.filter(({ change }) => change.count <= MOST_CHANGED_FACTOR * least);
  }

  private candidatesOn(base: Base, codes: Uint32Array): Candidate[] {
    const { change: region, canvas } = base;
    const target = cutRegion(codes, this.width, region);
    const plain = { base, region, blend: BLEND.source, codes: target };
    const isFull = region.count === region.width * region.height;
    if (isFull || !this.format.canDrawNothing) return [plain];
    const under = cutRegion(canvas, this.width, region);
    const { empty, isOpaque, colourType } = this.format;
    const changes = changesOver(target, under, empty, isOpaque);
    if (!changes) return [plain];
    const over = { base, region, blend: BLEND.over, codes: changes };
    if (colourType !== 3 || region.count === 0) return [plain, over];
    const withRuns = fillRuns(changes, target, region.width, this.format);
    return [plain, over, { ...over, codes: withRuns }];
  }
}

/** Gives empty pixels the colour that they show anyway where it continues a run or the row above. */
function fillRuns(
  changes: Uint32Array,
  target: Uint32Array,
  width: number,
  { empty, isOpaque }: PixelFormat,
): Uint32Array {
  const filled = changes.slice();
  for (let i = 0; i < filled.length; i++) {
    if (changes[i] !== empty || !isOpaque(target[i]!)) continue;
    const left = i % width > 0 ? filled[i - 1] : undefined;
    if (left === empty) continue;
    const above = i >= width ? filled[i - width] : undefined;
    if (left === target[i] || (above === target[i] && above !== empty)) filled[i] = target[i]!;
  }
  return filled;
}
