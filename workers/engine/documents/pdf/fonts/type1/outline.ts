/** One step of a glyph's outline, in units of the glyph, relative to where the step before ended. */
export type Step =
  | { readonly kind: 'move'; readonly deltas: readonly [number, number] }
  | { readonly kind: 'line'; readonly deltas: readonly number[] }
  /** Six numbers: two control points and the end, each relative to the one before. */
  | { readonly kind: 'curve'; readonly deltas: readonly number[] }
  /** Two curves that are drawn as a line where they are shallow: twelve numbers and the height that decides. */
  | { readonly kind: 'flex'; readonly deltas: readonly number[]; readonly height: number }
  /** From here on these stems of the glyph count. */
  | { readonly kind: 'hints'; readonly stems: readonly Stem[] };

export interface Stem {
  readonly isVertical: boolean;
  /** Lower or left edge. */
  readonly edge: number;
  /** Negative for edges without an opposite one. */
  readonly width: number;
}

/** A glyph as a charstring draws it. */
export interface GlyphOutline {
  readonly width: number;
  readonly steps: readonly Step[];
  /** An accented letter made of two glyphs, by their codes in StandardEncoding. */
  readonly accent?: {
    readonly dx: number;
    readonly dy: number;
    readonly base: number;
    readonly accent: number;
  };
}
