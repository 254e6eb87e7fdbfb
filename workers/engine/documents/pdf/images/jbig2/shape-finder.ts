import { differenceOf, type Alignment, type Shape } from './shape.ts';
import { COMPARED_PER_PIXEL, COMPARISON_PIXELS, SYMBOL_REACH_PX } from '../../tuning.ts';

/** Something that has a shape. */
interface Shaped {
  readonly shape: Shape;
}

/** What differs least from a shape, where it lies, and in how many pixels it differs. */
export interface Nearest<T> extends Alignment {
  readonly symbol: T;
  readonly difference: number;
}

/** Finds what differs least from a shape. */
export class ShapeFinder<T extends Shaped> {
  private readonly bySize = new Map<number, T[]>();
  private left = 0;

  /** Whether more was compared than is worth it. */
  get isSpent(): boolean {
    return this.left < 0;
  }

  /** Allows what looking for a shape is worth. */
  allow({ width, height }: Shape): void {
    this.left += width * height * COMPARED_PER_PIXEL;
  }

  add(symbol: T): void {
    const size = sizeOf(symbol.shape.width, symbol.shape.height);
    const same = this.bySize.get(size);
    if (same) same.push(symbol);
    else this.bySize.set(size, [symbol]);
  }

  /**
   * @param certain black pixels of the shape that are not in doubt
   * @param doubt pixels that may be either
   */
  nearest(shape: Shape, certain = shape, doubt?: Shape): Nearest<T> | undefined {
    // What differs in half of its area is another shape.
    let least = shape.area / 2;
    let best: Nearest<T> | undefined;
    for (const symbol of this.candidates(shape)) {
      const other = symbol.shape;
      const more = other.area - certain.area;
      if (more >= least + (doubt?.area ?? 0) || -more >= least) continue;
      const dx = Math.round(shape.centreX - other.centreX);
      const dy = Math.round(shape.centreY - other.centreY);
      // PDFium, and with it Chrome, takes a base that lies wholly above or below the shape as if it began with it.
      if (Math.abs(dx) > SYMBOL_REACH_PX || Math.abs(dy) > Math.min(SYMBOL_REACH_PX, other.height - 1))
        continue;
      this.left -= COMPARISON_PIXELS + shape.width * shape.height;
      const difference = differenceOf(certain, other, { dx, dy }, doubt);
      if (difference >= least) continue;
      least = difference;
      best = { symbol, dx, dy, difference };
    }
    return best;
  }

  private *candidates({ width, height }: Shape): Generator<T> {
    for (let w = width - SYMBOL_REACH_PX; w <= width + SYMBOL_REACH_PX; w++)
      for (let h = height - SYMBOL_REACH_PX; h <= height + SYMBOL_REACH_PX; h++)
        yield* this.bySize.get(sizeOf(w, h)) ?? [];
  }
}

function sizeOf(width: number, height: number): number {
  return width * 1024 + height;
}
