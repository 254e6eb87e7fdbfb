import { blockMeans, type BlockMeans } from '../../quality/metrics/block-means.ts';
import { blockShifts } from '../../quality/metrics/area-shift.ts';
import { labOf, cie94, type Lab } from '../../quality/metrics/lab.ts';
import type { Raster } from '../../base/raster.ts';
import { releaseRaster } from '../../base/release-raster.ts';
import { rasterOf, type IndexedPicture } from '../map/indexed-picture.ts';
import type { SteadyBlocks } from '../map/map-samples.ts';
import { withColours } from './with-colours.ts';

/** Colours added at most. */
const MOST_ADDED = 24;

/** How far a block has moved, as CIE94 counts, when it is mended: less than is seen, or the edges of the mended would be. */
const NOTABLE = 0.4;

/** How far, as CIE94 counts, a colour may be from a block for which it does. */
const CLOSE = 0.5;

/** Low bits in which block colours may differ and be wanted as one. */
const ALIKE_BITS = 1;

type SeenBlocks = ReturnType<typeof blockMeans>;

/** The even areas of a mapped picture that have drifted. */
export class DriftedAreas {
  private readonly seen: SeenBlocks;
  /** For each block whether it has. */
  readonly blocks: SteadyBlocks;

  /**
   * @param raster the samples that were mapped
   * @param known  drifted when they were mapped before
   */
  constructor(raster: Raster, picture: IndexedPicture, known?: SteadyBlocks) {
    const rendered = rasterOf(picture);
    this.seen = blockMeans(raster, rendered);
    releaseRaster(rendered);
    const moves = this.seen.map(blockShifts);
    const hasDrifted = (at: number): boolean =>
      known?.marks[at] === 1 || moves.some((move) => move[at]! > NOTABLE);
    const { columns, pixels } = this.seen[0];
    this.blocks = { columns, marks: Uint8Array.from(pixels, (_, at) => (hasDrifted(at) ? 1 : 0)) };
  }

  /**
   * A palette with colours for these areas. Quantisers spend colours where many differ: a pale sky behind foliage shares two
   * with the light on the leaves, and no dither brings back a colour that lies outside of all there are. The furthest ones
   * come first, so that dither has something to mix between.
   * @returns the picture's palette itself when it has a colour for each area
   */
  addedTo({ palette, indexes }: IndexedPicture): Uint8Array {
    const wanted = this.wantedColours(palette);
    const added: (readonly number[])[] = [];
    while (added.length < MOST_ADDED) {
      const furthest = wanted.reduce((a, b) => (b.distance > a.distance ? b : a), NONE);
      if (furthest.distance <= CLOSE) break;
      added.push(furthest.colour);
      for (const other of wanted)
        other.distance = Math.min(other.distance, distanceOf(other.seen, furthest.seen));
    }
    return withColours(palette, indexes, added);
  }

  /** The mean colours of the drifted blocks in the reference, of those much alike one, and how far the palette is from them. */
  private wantedColours(palette: Uint8Array): WantedColour[] {
    const colours = new Map<string, number[]>();
    this.blocks.marks.forEach((mark, at) => {
      if (mark === 0) return;
      const colour = meanColour(this.seen, at);
      const key = colour.map((sample) => sample >> ALIKE_BITS).join();
      if (!colours.has(key)) colours.set(key, colour);
    });
    const present = Array.from({ length: palette.length / 4 }, (_, i) =>
      seenOf([...palette.subarray(i * 4, i * 4 + 4)]),
    );
    return Array.from(colours.values(), (colour) => {
      const seen = seenOf(colour);
      const distance = present.reduce((least, other) => Math.min(least, distanceOf(seen, other)), Infinity);
      return { colour, seen, distance };
    });
  }
}

interface WantedColour {
  /** RGBA. */
  readonly colour: readonly number[];
  readonly seen: SeenColour;
  /** From the nearest colour that there is. */
  distance: number;
}

const NONE: WantedColour = { colour: [], seen: seenOf([0, 0, 0, 0]), distance: 0 };

/**
 * The mean colour of a block in the reference, RGBA and rounded: what shows over black is colour times alpha, and what it
 * lacks of that over white is transparency.
 */
function meanColour([overWhite, overBlack = overWhite]: SeenBlocks, block: number): number[] {
  const mean = ({ before, pixels }: BlockMeans, c: number): number => before[block * 3 + c]! / pixels[block]!;
  const alpha = 255 - (mean(overWhite, 1) - mean(overBlack, 1));
  const colour = [0, 1, 2].map((c) => Math.min(255, (mean(overBlack, c) * 255) / Math.max(1, alpha)));
  return [...colour, alpha].map(Math.round);
}

/** A colour as far as it is opaque, and its alpha, which counts like lightness. */
interface SeenColour {
  readonly lab: Lab;
  readonly alpha: number;
}

function seenOf([r, g, b, a]: readonly number[]): SeenColour {
  const share = a! / 255;
  return { lab: labOf(r! * share, g! * share, b! * share), alpha: 100 * share };
}

function distanceOf({ lab, alpha }: SeenColour, other: SeenColour): number {
  const [l, a, b] = other.lab;
  return Math.hypot(cie94(lab, [l - lab[0], a - lab[1], b - lab[2]]), other.alpha - alpha);
}
