import { fourfoldLuma, srgbToLinear } from '../../../base/srgb.ts';
import type { Arena } from './arena.ts';

/**
 * XYB, the opponent colour space of JPEG XL, from 8-bit sRGB, scaled as SSIMULACRA2 wants it.
 * Scaling down happens in linear light. The mixing to cone responses is linear too, so one may halve after mixing:
 * planes are kept as cone responses and halved as such.
 * Source: libjxl, opsin_params.h and the description of SSIMULACRA 2.0.
 */
export interface Cones {
  readonly width: number;
  readonly height: number;
  /** Bytes from row to row. */
  readonly stride: number;
  /** Addresses. */
  readonly long: number;
  readonly medium: number;
  readonly short: number;
}

/** A plane of XYB in the arena: `stride * MARGIN_ROWS` bytes of zeros lie above and below it. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  /** Address of the first sample. */
  readonly at: number;
}

/** Rows of zeros around a plane: what the blur reaches. */
export const MARGIN_ROWS = 4;

export type Channel = 'x' | 'y' | 'b';

/** What a full red, green and blue add to the long, medium and short cones. */
const MIXING = [
  [0.3, 0.23, 0.24342268924547819],
  [0.622, 0.692, 0.20476744424496821],
  [0.078, 0.078, 0.55180986650955],
] as const;

/** Added to cone responses before the root; the kernels know its cube root. */
const CONE_BIAS = 0.0037930732552754493;

/** For each level of red, then green, then blue, a vector of what it adds to the cones and to fourfold luma; the bias is in the first. */
export function mixingTable(): Float32Array {
  const table = new Float32Array(3 * 256 * 4);
  MIXING.forEach((shares, channel) => {
    for (let level = 0; level < 256; level++) {
      shares.forEach((share, cone) => {
        table[(channel * 256 + level) * 4 + cone] =
          share * srgbToLinear(level) + (channel === 0 ? CONE_BIAS : 0);
      });
      table[(channel * 256 + level) * 4 + 3] = fourfoldLuma(...unit(channel, level));
    }
  });
  return table;
}

function unit(channel: number, level: number): [red: number, green: number, blue: number] {
  return [0, 1, 2].map((each) => (each === channel ? level : 0)) as [number, number, number];
}

/** Bytes of a row of floats: whole vectors. */
export function strideOf(columns: number): number {
  return ((columns + 3) >> 2) * 16;
}

/**
 * @param rgb   8-bit samples, three a pixel, at least width * height * 3 of them
 * @param table address of the mixing table
 */
export function conesFromRgb(
  arena: Arena,
  rgb: Uint8Array,
  { width, height, table }: { width: number; height: number; table: number },
): Cones {
  const cones = takeCones(arena, width, height);
  arena.lentTo(() => {
    const source = arena.copyOf(rgb);
    for (let y = 0; y < height; y++) {
      const row = y * cones.stride;
      const pixels = source + y * width * 3;
      arena.kernels.cones(pixels, table, cones.long + row, cones.medium + row, cones.short + row, width);
    }
  });
  repeatLastColumn(arena, cones);
  return cones;
}

function takeCones(arena: Arena, width: number, height: number): Cones {
  const stride = strideOf(width);
  const take = (): number => arena.take(stride * height);
  return { width, height, stride, long: take(), medium: take(), short: take() };
}

/** Halves both sides, rounding up; the last row and column count twice where the side is odd. */
export function halve(arena: Arena, cones: Cones): Cones {
  const halved = takeCones(arena, (cones.width + 1) >> 1, (cones.height + 1) >> 1);
  for (const cone of ['long', 'medium', 'short'] as const) {
    for (let y = 0; y < halved.height; y++) {
      const top = cones[cone] + 2 * y * cones.stride;
      const bottom = cones[cone] + Math.min(2 * y + 1, cones.height - 1) * cones.stride;
      arena.kernels.halve(top, bottom, halved[cone] + y * halved.stride, halved.width);
    }
  }
  repeatLastColumn(arena, halved);
  return halved;
}

/** A row of odd length has room behind it. */
function repeatLastColumn(arena: Arena, { width, height, stride, long, medium, short }: Cones): void {
  if (width % 2 === 0) return;
  const { floats } = arena;
  for (const plane of [long, medium, short]) {
    for (let y = 0; y < height; y++) {
      const last = (plane + y * stride) / 4 + width - 1;
      floats[last + 1] = floats[last]!;
    }
  }
}

/** Planes of XYB of one size, as SSIMULACRA2 scales them, all about 0 to 1; made when they are asked for. */
export class OpsinPlanes {
  private readonly planes = new Map<Channel, Plane>();
  private readonly arena: Arena;
  private readonly cones: Cones;

  constructor(arena: Arena, cones: Cones) {
    this.arena = arena;
    this.cones = cones;
  }

  plane(channel: Channel): Plane {
    if (!this.planes.has(channel)) this.make(channel);
    return this.planes.get(channel)!;
  }

  private make(channel: Channel): void {
    const { cones, arena } = this;
    const { width, height, stride, long, medium, short } = cones;
    const channels: readonly Channel[] = channel === 'b' ? ['b'] : ['x', 'y'];
    const at = channels.map(() => takeFramed(arena, stride, height));
    channels.forEach((name, index) => this.planes.set(name, { width, height, stride, at: at[index]! }));
    for (let row = 0; row < height * stride; row += stride) {
      if (channel === 'b') {
        arena.kernels.opsinB(long + row, medium + row, short + row, at[0]! + row, width);
      } else {
        arena.kernels.opsinXy(long + row, medium + row, at[0]! + row, at[1]! + row, width);
      }
    }
  }
}

/** @returns the address of a copy of the samples of a plane, with zeros above and below */
export function framedCopy(arena: Arena, samples: Float32Array, { stride, height }: Plane): number {
  const at = takeFramed(arena, stride, height);
  arena.floats.set(samples, at >> 2);
  return at;
}

function takeFramed(arena: Arena, stride: number, height: number): number {
  arena.takeZeros(stride * MARGIN_ROWS);
  const at = arena.take(stride * height);
  arena.takeZeros(stride * MARGIN_ROWS);
  return at;
}
