import type { Raster } from '../../base/raster.ts';
import type { CandidatePalettes } from '../build/candidate-palettes.ts';
import type { PaletteLadder } from '../build/palette-ladder.ts';
import type { PartMeter } from '../measure/part-meter.ts';
import type { MissedTile, Reduced, WholeMeter } from '../measure/whole-meter.ts';
import { DITHER, DITHERED_LEADERS, STRONG_DITHERS } from '../tuning.ts';
import { PaletteTrials, type Trial } from './palette-trials.ts';
import { WholePicture } from './whole-picture.ts';

/** Looks for the palette of a picture on one part of it, and applies the best to the whole. */
export class PaletteSearch {
  private readonly part: PartMeter;
  private readonly ladder: PaletteLadder;
  private readonly trials: PaletteTrials;
  private readonly whole: WholePicture;

  constructor(raster: Raster, part: PartMeter, meter: WholeMeter, ladder: PaletteLadder) {
    this.part = part;
    this.ladder = ladder;
    this.trials = new PaletteTrials(part.subject);
    this.whole = new WholePicture(raster, part, meter);
  }

  /** Of the whole: {@link WholePicture.missedTile}. */
  get missedTile(): MissedTile | null {
    return this.whole.missedTile;
  }

  /** Colours of the smallest palette that reached the floor on the part. */
  get fewestColours(): number {
    return Math.min(...this.trials.acceptable.map(({ palette }) => palette.length / 4));
  }

  /** @returns null where no palette reaches the floor, or a tile was missed */
  async run(candidates: CandidatePalettes): Promise<Reduced | null> {
    const { trials, whole } = this;
    if (!(await trials.tryCandidates(candidates))) return null;
    if (!(await trials.tryDithered(DITHERED_LEADERS))) return null;
    await trials.tryFewer(this.ladder);
    await trials.finish();
    const reduced = await whole.smallestAcceptable(trials.acceptable);
    return reduced || this.missedTile ? reduced : this.withMoreColours(candidates);
  }

  /**
   * What looked well on the spots lost something elsewhere: more colours, or dithering of those that there were, as promises fewer
   * bytes.
   */
  private async withMoreColours(candidates: CandidatePalettes): Promise<Reduced | null> {
    let fullest = this.fullestAcceptable();
    for await (const palette of candidates) {
      const reduced = await this.firstOf([palette, 0], [fullest, DITHER]);
      if (reduced || this.missedTile) return reduced;
      fullest = palette;
    }
    for (const dither of [DITHER, ...STRONG_DITHERS]) {
      const reduced = await this.firstOf([fullest, dither]);
      if (reduced || this.missedTile) return reduced;
    }
    return null;
  }

  /** The whole in a palette that was mended for it, dithered more than any before. @returns null where that misses the floor too */
  async dithered(palette: Uint8Array): Promise<Reduced | null> {
    for (const dither of STRONG_DITHERS) {
      if (this.part.isBudgetSpent) return null;
      const reduced = await this.firstOf([palette, dither]);
      if (reduced) return reduced;
    }
    return null;
  }

  private async firstOf(
    ...uses: readonly (readonly [palette: Uint8Array | null, dither: number])[]
  ): Promise<Reduced | null> {
    const trials: Trial[] = [];
    for (const [palette, dither] of uses) {
      if (!palette || this.isTried(palette, dither)) continue;
      const trial = await this.trials.attempt(palette, dither);
      if (trial && trial !== 'behind') trials.push(trial);
    }
    return this.whole.smallestAcceptable(trials);
  }

  /** Whether the whole has missed the floor with it. */
  private isTried(palette: Uint8Array, dither: number): boolean {
    return this.trials.acceptable.some((trial) => trial.palette === palette && trial.dither === dither);
  }

  private fullestAcceptable(): Uint8Array | null {
    const palettes = this.trials.acceptable.map(({ palette }) => palette);
    return palettes.sort((a, b) => b.length - a.length)[0] ?? null;
  }
}
